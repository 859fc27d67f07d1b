/** Requires `x-scopes` on all operations of the control API. */
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
        actual: 'none',
        fix: "Add `x-scopes: ['volume:read']` from the public document, or `[]` if any token is allowed; for a whole family, add it to `spec/conventions.yaml`.",
      },
      context.location.child('operationId'),
    )
  },
})
