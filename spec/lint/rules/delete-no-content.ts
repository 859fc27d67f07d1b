/** Requires DELETE to return 204, or 202 if it only starts, without a body. An `x-provenance` with the reason allows exceptions. */
import { report } from '../finding.ts'
import type { Response } from '../openapi.ts'
import { follow } from '../references.ts'
import type { Rule } from '../redocly.ts'

export const deleteNoContent: Rule = () => ({
  Operation(operation, context) {
    if (context.key !== 'delete' || 'x-provenance' in operation) return
    for (const [status, raw] of Object.entries(operation.responses ?? {})) {
      if (!status.startsWith('2')) continue
      const at = context.location.child(['responses', status])
      const fix = 'Return 204 without content, or add `x-provenance` with the reason to the operation.'
      if (status !== '204' && status !== '202') {
        report(context, `Expected the DELETE ${operation.operationId} to return 204 or 202; found ${status}. ${fix}`, at.key())
      }
      const content = follow<Response>(context, raw, at)?.node.content
      if (content)
        report(
          context,
          `Expected the ${status} of the DELETE ${operation.operationId} to have no content; found ${Object.keys(content).join(', ')}. ${fix}`,
          at,
        )
    }
  },
})
