/**
 * Where the forms of an action's body are told apart, the client has a function for each type of action beside `create`. So each type is a name
 * that the family does not have yet, and its description is not that of others.
 */
import { list, report } from '../finding.ts'
import type { Operation, RequestBody, Schema } from '../openapi.ts'
import { follow } from '../references.ts'
import type { Context, Rule } from '../redocly.ts'
import { shapesOf } from '../shapes.ts'
import { specificationOf } from '../specification.ts'

const form = /^[a-z][a-z0-9]*(_[a-z][a-z0-9]*)*$/

/** What means something else on an object of the client. */
const reserved = ['constructor', 'then', 'to_string', 'value_of', 'wait']

export const actionVerbs: Rule = () => ({
  Operation(operation, context) {
    if (operation['x-action'] === undefined) return
    const schema = follow<RequestBody>(context, operation.requestBody ?? {}, context.location)?.node.content?.['application/json']?.schema
    const union = schema && follow<Schema>(context, schema, context.location)
    const discriminator = union?.node.discriminator
    if (!union || !discriminator) return
    const at = context.location.child('requestBody')
    const tell = (expected: string, came: string, mend: string) => report(context, { expected, came, mend }, at)
    const name = operation.operationId?.split('_').at(-1) ?? ''
    if (!name.startsWith('create')) tell('what starts actions of several types to be a `create`', `\`${name}\``, 'Rename the operation.')
    if (discriminator.propertyName !== 'type') {
      tell('the types of an action under `type`', `\`${discriminator.propertyName}\``, 'Name the discriminator `type`.')
    }
    const types = shapesOf(context, union.node, union.location).flatMap((shape) => listTypes(context, shape.properties.get('type')?.node))
    const taken = new Set([...reserved, ...namesBeside(operation, context)])
    const wrong = types.filter(({ type }) => !form.test(type) || taken.has(type))
    if (wrong.length > 0) {
      tell('each type to be a name that nothing else of the family has', list(wrong.map(({ type }) => type)), 'Rename what has it already.')
    }
    const unsaid = types.filter(({ isDescribed }) => !isDescribed)
    if (unsaid.length > 0) {
      tell(
        'a sentence about each type of an enumeration, naming it in backticks',
        `none about ${list(unsaid.map(({ type }) => type))}`,
        'Say in the description of `type` what each does.',
      )
    }
  },
})

function listTypes(context: Context, given: Schema | undefined): { type: string; isDescribed: boolean }[] {
  const property = given && follow<Schema>(context, given, context.location)?.node
  const several = property?.enum?.map(String)
  if (!several) return property?.const === undefined ? [] : [{ type: String(property.const), isDescribed: true }]
  return several.map((type) => ({ type, isDescribed: property?.description?.includes(`\`${type}\``) ?? false }))
}

/** What the family has beside the operation, as a type would be written: `list`, `power_off`. */
function namesBeside({ operationId = '' }: Operation, context: Context): string[] {
  const address = operationId.slice(0, operationId.lastIndexOf('_') + 1)
  return [...specificationOf(context.location.source.absoluteRef).operations.keys()]
    .filter((id) => id.startsWith(address))
    .map((id) => (id.slice(address.length).split('_')[0] ?? '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}
