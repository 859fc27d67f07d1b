/** Every success carries the rate limit and the request id, as the shared headers declare them. */
import { list, report } from '../finding.ts'
import { follow, isRef, type Response } from '../openapi.ts'
import type { Rule } from '../redocly.ts'

const wanted = {
  'ratelimit-limit': 'RateLimitLimit',
  'ratelimit-remaining': 'RateLimitRemaining',
  'ratelimit-reset': 'RateLimitReset',
  'x-request-id': 'RequestId',
} as const

export const successHeaders: Rule = () => ({
  Operation(operation, context) {
    for (const [status, raw] of Object.entries(operation.responses ?? {})) {
      const response = status.startsWith('2') ? follow<Response>(context, raw, context.location.child(['responses', status])) : undefined
      if (!response) continue
      const missing = Object.entries(wanted).filter(([name, component]) => {
        const header = response.node.headers?.[name]
        return !(isRef(header) && header.$ref.endsWith(`headers.yaml#/components/headers/${component}`))
      })
      if (missing.length === 0) continue
      const expected = `the ${status} of ${operation.operationId} to carry ${list(missing.map(([name]) => name))} from ../shared/headers.yaml`
      report(
        context,
        {
          expected,
          came: list(Object.keys(response.node.headers ?? {})),
          mend: 'Repeat the anchor of the first response: `headers: *headers`.',
        },
        response.location,
      )
    }
  },
})
