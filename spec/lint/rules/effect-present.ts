/** Requires `x-effect` on every operation of the control API. */
import { report } from '../finding.ts'
import type { Rule } from '../redocly.ts'
import { folderOf } from '../specification.ts'

export const effectPresent: Rule = () => ({
  Operation(operation, context) {
    if (folderOf(context.location.source.absoluteRef) !== 'control' || operation['x-effect'] !== undefined) return
    report(
      context,
      `Expected ${operation.operationId} to have \`x-effect\`; found none. Add an effect such as \`x-effect: { gets: Volume }\`, or \`{ computes: <source of the response> }\`.`,
      context.location.child('operationId'),
    )
  },
})
