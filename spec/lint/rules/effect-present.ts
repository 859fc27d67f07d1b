/** Requires `x-effect` on every operation of the control API. */
import { report } from '../finding.ts'
import type { Rule } from '../redocly.ts'
import { folderOf } from '../specification.ts'

export const effectPresent: Rule = () => ({
  Operation(operation, context) {
    if (folderOf(context.location.source.absoluteRef) !== 'control' || operation['x-effect'] !== undefined) return
    const fix = 'Add an effect such as `x-effect: { gets: Volume }`, or `{ computes: <source of the response> }`.'
    report(
      context,
      { expected: `${operation.operationId} to have \`x-effect\``, actual: 'none', fix },
      context.location.child('operationId'),
    )
  },
})
