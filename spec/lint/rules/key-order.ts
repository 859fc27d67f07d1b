/** Requires the same order of operation keys and path methods in all documents. */
import { report } from '../finding.ts'
import { operationKeys, pathKeys, rankOf } from '../key-order.ts'
import type { Context, Rule } from '../redocly.ts'

export const keyOrder: Rule = () => ({
  Operation(operation, context) {
    checkOrder(context, operation, operationKeys)
  },
  PathItem(path, context) {
    checkOrder(context, path, pathKeys)
  },
})

function checkOrder(context: Context, node: object, order: readonly string[]): void {
  const rank = (key: string) => rankOf(key, order)
  const keys = Object.keys(node).filter((key) => rank(key) >= 0)
  for (const [index, key] of keys.entries()) {
    const before = keys[index - 1]
    if (before === undefined || rank(before) <= rank(key)) continue
    report(
      context,
      `Expected the order ${order.join(', ')}; found \`${key}\` after \`${before}\`. Move \`${key}\` up.`,
      context.location.child(key).key(),
    )
  }
}
