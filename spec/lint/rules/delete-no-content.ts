/** DELETE answers 204, or 202 where it only begins, and has no body. Where clients read one, `x-decision` says why. */
import { report } from '../finding.ts'
import type { Response } from '../openapi.ts'
import { follow } from '../references.ts'
import type { Rule } from '../redocly.ts'

export const deleteNoContent: Rule = () => ({
  Operation(operation, context) {
    if (context.key !== 'delete' || 'x-decision' in operation) return
    for (const [status, raw] of Object.entries(operation.responses ?? {})) {
      if (!status.startsWith('2')) continue
      const at = context.location.child(['responses', status])
      const mend = 'Answer 204 without content, or add `x-decision` with the reason to the operation.'
      if (status !== '204' && status !== '202') {
        report(context, { expected: `the DELETE ${operation.operationId} to answer 204 or 202`, came: status, mend }, at.key())
      }
      const content = follow<Response>(context, raw, at)?.node.content
      if (content)
        report(
          context,
          {
            expected: `the ${status} of the DELETE ${operation.operationId} to have no content`,
            came: Object.keys(content).join(', '),
            mend,
          },
          at,
        )
    }
  },
})
