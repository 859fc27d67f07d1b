/** The keys of an operation and the verbs of a path stand in one order everywhere, so that documents read alike. */
import { report } from '../finding.ts'
import type { Context, Rule } from '../redocly.ts'

export const operationKeys = [
  'operationId',
  'summary',
  'description',
  'deprecated',
  'tags',
  'parameters',
  'requestBody',
  'responses',
  'security',
  'x-…',
] as const
export const pathKeys = ['get', 'post', 'put', 'patch', 'delete'] as const

export const keyOrder: Rule = () => ({
  Operation(operation, context) {
    checkOrder(context, operation, operationKeys)
  },
  PathItem(path, context) {
    checkOrder(context, path, pathKeys)
  },
})

function checkOrder(context: Context, node: object, order: readonly string[]): void {
  const rank = (key: string) => order.indexOf(key.startsWith('x-') ? 'x-…' : key)
  const keys = Object.keys(node).filter((key) => rank(key) >= 0)
  for (const [index, key] of keys.entries()) {
    const before = keys[index - 1]
    if (before === undefined || rank(before) <= rank(key)) continue
    report(
      context,
      { expected: `the order ${order.join(', ')}`, came: `\`${key}\` after \`${before}\``, mend: `Move \`${key}\` up.` },
      context.location.child(key).key(),
    )
  }
}
