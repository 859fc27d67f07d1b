/** Every operation of the control API says what it does to stored objects. */
import { report } from '../finding.ts'
import type { Rule } from '../redocly.ts'
import { folderOf } from '../specification.ts'

export const effectPresent: Rule = () => ({
  Operation(operation, context) {
    if (folderOf(context.location.source.absoluteRef) !== 'control' || operation['x-effect'] !== undefined) return
    const mend = 'Add `x-effect: { gets: Volume }` and the like, or `{ computes: where the answer comes from }`.'
    report(
      context,
      { expected: `${operation.operationId} to have \`x-effect\``, came: 'none', mend },
      context.location.child('operationId'),
    )
  },
})
