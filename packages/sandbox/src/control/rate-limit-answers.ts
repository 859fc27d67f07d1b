/** How often each token may still ask. */
import type { Dependencies } from '../dependencies.ts'
import { Failure } from '../engine/failure.ts'
import { operationRows } from '../generated/operations.ts'
import type { Controls } from '../generated/controls.ts'
import { createEmails } from '../requests/describe-request.ts'
import { check } from '../validation/check.ts'
import { findValidator } from '../validation/validators.ts'
import { type ControlAnswers, replyJson } from './control-answer.ts'

const specialRows = new Map(operationRows.flatMap(({ limits = [] }) => limits.map((row) => [row.name, row] as const)))

export const gaugeAnswers = {
  'GET /_sandbox/gauges': (_request, dependencies) => replyJson(showGauges(dependencies)),
  'POST /_sandbox/gauges': ({ body }, dependencies) => {
    const validator = findValidator('body', { id: 'gauges_set', family: 'controls' })
    if (validator) check(validator, body, 'body')
    // As the validator has found.
    const { token, name, to } = body as unknown as Controls['POST /_sandbox/gauges']['body']
    const { tokens, limiter, clock } = dependencies
    if (!tokens.list({}).some(({ id }) => id === token)) throw new Failure(422, 'token: there is no token with this id')
    const row = specialRows.get(name)
    if (!row && name !== 'hour' && name !== 'minute')
      throw new Failure(422, `name: there is no such limit. There are: hour, minute, ${[...specialRows.keys()].join(', ')}.`)
    limiter.setUsage(token, clock.now(), name, row, to)
    return replyJson(showGauges(dependencies))
  },
} satisfies Partial<ControlAnswers>

function showGauges({ tokens, limiter, clock, options, platform }: Dependencies): Controls['GET /_sandbox/gauges']['reply'] {
  const emails = createEmails(platform)
  const now = clock.now()
  return {
    mode: options.rateLimits ?? 'on',
    tokens: tokens.list({}).map(({ id, kind, account }) => ({
      token: id,
      kind,
      account: emails(account),
      limits: limiter
        .listUsage(id, now)
        .map(({ freedAt, ...gauge }) => ({ ...gauge, freed_at: freedAt === undefined ? null : new Date(freedAt).toISOString() })),
    })),
  }
}
