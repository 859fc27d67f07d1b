/**
 * Checks the types of an action body with a discriminator. The client has a method for each type, in addition to `create`, so each type
 * needs a name that is not used in its family and a description of its own.
 */
import { actionOf } from '../effect.ts'
import { list, report } from '../finding.ts'
import type { Operation, RequestBody, Schema } from '../openapi.ts'
import { follow } from '../references.ts'
import type { Context, Rule } from '../redocly.ts'
import { shapesOf } from '../shapes.ts'
import { specificationOf } from '../specification.ts'

const form = /^[a-z][a-z0-9]*(_[a-z][a-z0-9]*)*$/

/** Names with another meaning on an object of the client. */
const reserved = ['constructor', 'then', 'to_string', 'value_of', 'wait']

export const actionVerbs: Rule = () => ({
  Operation(operation, context) {
    if (!actionOf(operation)) return
    const schema = follow<RequestBody>(context, operation.requestBody ?? {}, context.location)?.node.content?.['application/json']?.schema
    const union = schema && follow<Schema>(context, schema, context.location)
    const discriminator = union?.node.discriminator
    if (!union || !discriminator) return
    const at = context.location.child('requestBody')
    const fail = (expected: string, actual: string, fix: string) => report(context, `Expected ${expected}; found ${actual}. ${fix}`, at)
    const name = operation.operationId?.split('_').at(-1) ?? ''
    if (!name.startsWith('create'))
      fail('an operation that starts actions of several types to have the verb `create`', `\`${name}\``, 'Rename the operation.')
    if (discriminator.propertyName !== 'type') {
      fail('`type` as the discriminator of an action', `\`${discriminator.propertyName}\``, 'Name the discriminator `type`.')
    }
    const types = shapesOf(context, union.node, union.location).flatMap((shape) => listTypes(context, shape.properties.get('type')?.node))
    const usedNames = new Set([...reserved, ...siblingNames(operation, context)])
    const invalidTypes = types.filter(({ type }) => !form.test(type) || usedNames.has(type))
    if (invalidTypes.length > 0) {
      fail(
        'each type to be a name that nothing else of the family has',
        list(invalidTypes.map(({ type }) => type)),
        'Rename the operation or the type that already has the name.',
      )
    }
    const undescribedTypes = types.filter(({ isDescribed }) => !isDescribed)
    if (undescribedTypes.length > 0) {
      fail(
        'a description of each type of an enumeration, with its name in backticks',
        `none about ${list(undescribedTypes.map(({ type }) => type))}`,
        'Describe each type in the description of `type`.',
      )
    }
  },
})

function listTypes(context: Context, schema: Schema | undefined): { type: string; isDescribed: boolean }[] {
  const property = schema && follow<Schema>(context, schema, context.location)?.node
  const values = property?.enum?.map(String)
  if (!values) return property?.const === undefined ? [] : [{ type: String(property.const), isDescribed: true }]
  return values.map((type) => ({ type, isDescribed: property?.description?.includes(`\`${type}\``) ?? false }))
}

/** Lists the names of the other operations of the family, in the format of a type: `list`, `power_off`. */
function siblingNames({ operationId = '' }: Operation, context: Context): string[] {
  const address = operationId.slice(0, operationId.lastIndexOf('_') + 1)
  return [...specificationOf(context.location.source.absoluteRef).operations.keys()]
    .filter((id) => id.startsWith(address))
    .map((id) => (id.slice(address.length).split('_')[0] ?? '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}
