/**
 * Requires operationIds of the form `<address>_<verb>`, the path of the method in the client: one camelCase step per property. The family
 * is the beginning of the address; the verb is from our list and depends on the HTTP method.
 */
import { verbs } from '../conventions.ts'
import { report } from '../finding.ts'
import { isObject, type Operation } from '../openapi.ts'
import type { Rule } from '../redocly.ts'
import { familyOf, specificationOf } from '../specification.ts'

const form = /^[a-z][A-Za-z0-9]*(_[a-z][A-Za-z0-9]*)+$/

export const operationIdForm: Rule = () => {
  const addresses = new Map<string, string>()
  return {
    Operation(operation, context) {
      const id = operation.operationId
      if (typeof id !== 'string') return
      const at = context.location.child('operationId')
      const file = at.source.absoluteRef
      const address = addresses.get(file) ?? findAddress(file)
      addresses.set(file, address)
      const fail = (expected: string, actual: string, fix: string) =>
        report(context, `Expected ${expected}; found \`${actual}\`. ${fix}`, at)
      if (!form.test(id)) {
        fail('an operationId `<address>_<verb>` of camelCase steps', id, `Start it with \`${address}_\` and end it with a verb.`)
        return
      }
      if (!id.startsWith(`${address}_`)) {
        fail(
          `the operationId to start with \`${address}_\`, the address of the document`,
          id,
          'Rename the operation, or move it to the document of its family.',
        )
        return
      }
      const verb = /^[a-z]+/.exec(id.slice(id.lastIndexOf('_') + 1))?.[0] ?? ''
      const allowedVerbs = wantedVerbs(operation, String(context.key), context.parent)
      if (!allowedVerbs.includes(verb)) {
        fail(
          allowedVerbs === verbs ? 'a verb of spec/conventions.yaml' : `the verb ${allowedVerbs.map((each) => `\`${each}\``).join(' or ')}`,
          id,
          'Rename the operation; the resource goes before the verb.',
        )
      }
    },
  }
}

/** Returns the verbs allowed for an operation. Tools can have any verb; other operations depend on the method and the effect. */
function wantedVerbs(operation: Operation, method: string, item: unknown): readonly string[] {
  const effect = Object.keys(operation['x-effect'] ?? {})
  if (operation['x-tool']) return verbs
  if (method === 'get') return effect.includes('lists') ? ['list'] : ['get', 'list', 'authorize']
  const hasPatch = isObject(item) && 'patch' in item
  if (method === 'put' && effect.includes('updates') && hasPatch) return ['replace']
  if (method === 'patch' && effect.includes('updates')) return ['update', 'cancel']
  return verbs
}

/** Returns the address of the family of the document `file`: its name, or the two or more steps that all its operationIds share. */
function findAddress(file: string): string {
  const name = familyOf(file).replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  const own = [...specificationOf(file).operations].filter(([, { document }]) => familyOf(document.path) === familyOf(file))
  const [first = [], ...others] = own.map(([id]) => id.split('_').slice(0, -1))
  if ([first, ...others].some(([step]) => step === name)) return name
  const different = first.findIndex((step, at) => others.some((steps) => steps[at] !== step))
  const shared = different < 0 ? first : first.slice(0, different)
  return shared.length < 2 ? name : shared.join('_')
}
