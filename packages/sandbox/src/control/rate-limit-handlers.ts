/** Rate limits of every token. */
import type { Dependencies } from '../dependencies.ts'
import { Failure } from '../engine/failure.ts'
import { operationRows } from '../generated/operations.ts'
import type { Controls } from '../generated/controls.ts'
import { createEmailLookup } from '../requests/describe-request.ts'
import { check } from '../validation/check.ts'
import { findValidator } from '../validation/validators.ts'
import { type ControlHandlers, replyJson } from './control-handler.ts'

const specialRows = new Map(operationRows.flatMap(({ limits = [] }) => limits.map((row) => [row.name, row] as const)))

export const rateLimitHandlers = {
  'GET /_sandbox/rate-limits': (_request, dependencies) => replyJson(listRateLimits(dependencies)),
  'POST /_sandbox/rate-limits': ({ body }, dependencies) => {
    const validator = findValidator('body', { id: 'rate_limits_set', family: 'controls' })
    if (validator) check(validator, body, 'body')
    // Validated above.
    const { token, name, to } = body as unknown as Controls['POST /_sandbox/rate-limits']['body']
    const { tokens, limiter, clock } = dependencies
    if (!tokens.list({}).some(({ id }) => id === token))
      throw new Failure(422, 'token: no token has this id. GET /_sandbox/tokens?all=true lists the ids.')
    const row = specialRows.get(name)
    if (!row && name !== 'hour' && name !== 'minute')
      throw new Failure(422, `name: unknown rate limit. Allowed: hour, minute, ${[...specialRows.keys()].join(', ')}.`)
    limiter.setUsage(token, clock.now(), name, row, to)
    return replyJson(listRateLimits(dependencies))
  },
} satisfies Partial<ControlHandlers>

function listRateLimits({ tokens, limiter, clock, options, platform }: Dependencies): Controls['GET /_sandbox/rate-limits']['reply'] {
  const emails = createEmailLookup(platform)
  const now = clock.now()
  return {
    mode: options.rateLimits ?? 'on',
    tokens: tokens.list({}).map(({ id, kind, account }) => ({
      token: id,
      kind,
      account: emails(account),
      limits: limiter.listUsage(id, now).map(({ name, limit, seconds, left, freedAt }) => ({
        name,
        limit,
        seconds,
        remaining: left,
        resets_at: freedAt === undefined ? null : new Date(freedAt).toISOString(),
      })),
    })),
  }
}
