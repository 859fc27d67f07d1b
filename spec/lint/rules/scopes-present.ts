/** All operations of the control API name their fine-grained scopes. */
import { report } from '../finding.ts'
import type { Rule } from '../redocly.ts'
import { folderOf } from '../specification.ts'

export const scopesPresent: Rule = () => ({
  Operation(operation, context) {
    if (folderOf(context.location.source.absoluteRef) !== 'control' || operation['x-scopes'] !== undefined) return
    report(
      context,
      {
        expected: `${operation.operationId} to have \`x-scopes\``,
        came: 'none',
        mend: "Add `x-scopes: ['volume:read']` from the facts, or `[]` where any token will do; for all of a family, its name in `spec/conventions.yaml`.",
      },
      context.location.child('operationId'),
    )
  },
})
