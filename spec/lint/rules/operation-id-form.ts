/**
 * `<address>_<verb>`, as the client has it: a camelCase step for each property. The address begins with what the document's tag says, and the
 * verb with one of ours, which follows from the method where it can.
 */
import { report } from '../finding.ts'
import { isObject, type Operation } from '../openapi.ts'
import type { Rule } from '../redocly.ts'
import { familyOf, specificationOf } from '../specification.ts'
import { verbs } from '../verbs.ts'

const form = /^[a-z][A-Za-z0-9]*(_[a-z][A-Za-z0-9]*)+$/

export const operationIdForm: Rule = () => ({
  Operation(operation, context) {
    const id = operation.operationId
    if (typeof id !== 'string') return
    const at = context.location.child('operationId')
    const address = addressOf(at.source.absoluteRef)
    const tell = (expected: string, came: string, mend: string) => report(context, { expected, came: `\`${came}\``, mend }, at)
    if (!form.test(id)) {
      tell('an operationId `<address>_<verb>` of camelCase steps', id, `Begin it with \`${address}_\`, and end it with a verb.`)
      return
    }
    if (!id.startsWith(`${address}_`)) {
      tell(
        `the operationId to begin with \`${address}_\`, as the document says`,
        id,
        'Rename the operation, or move it to the document of its family.',
      )
      return
    }
    const verb = /^[a-z]+/.exec(id.slice(id.lastIndexOf('_') + 1))?.[0] ?? ''
    const wanted = wantedVerbs(operation, String(context.key), context.parent)
    if (!wanted.includes(verb)) {
      tell(
        wanted === verbs ? 'a verb from the list in spec/README.md' : `the verb ${wanted.map((each) => `\`${each}\``).join(' or ')}`,
        id,
        'Rename the operation; what it acts on goes before its verb.',
      )
    }
  },
})

/** What a tool calls says what it does; all else is named after what happens. */
function wantedVerbs(operation: Operation, method: string, item: unknown): readonly string[] {
  const effect = Object.keys(operation['x-effect'] ?? {})
  if (operation['x-tool']) return verbs
  if (method === 'get') return effect.includes('lists') ? ['list'] : ['get', 'list', 'authorize']
  const hasPatch = isObject(item) && 'patch' in item
  if (method === 'put' && effect.includes('updates') && hasPatch) return ['replace']
  if (method === 'patch' && effect.includes('updates')) return ['update', 'cancel']
  return verbs
}

/** @param file of a family's document */
function addressOf(file: string): string {
  const { documents } = specificationOf(file)
  const own = documents.filter((document) => familyOf(document.path) === familyOf(file))
  const said = own.flatMap(({ content }) => content.tags ?? []).find((tag) => tag['x-address'] !== undefined)?.['x-address']
  return said ?? familyOf(file).replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
