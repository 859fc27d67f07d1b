/** Plays random histories to the sandbox and to the naive limiter, and compares all that a client is told. */
import { createSandbox, type Sandbox } from '@spindrift/sandbox'
import { createRandom } from '../create-random.ts'
import { describeFinding, type Outcome } from '../print-check.ts'
import { type Asked, drawHistory } from './draw-history.ts'
import { NaiveLimiter, type Told } from './naive-limiter.ts'

export type Handle = Sandbox['handle']

export interface LimitsOptions {
  readonly histories: number
  /** Requests at once, and as many over one hour: of each, exactly the budget must be served. */
  readonly requests: number
  readonly seed: number
  /** Puts itself around the sandbox; for the tests of this proof, which break answers with it. */
  readonly through?: (handle: Handle) => Handle
}

export function runLimits({ histories, requests, seed, through = (handle) => handle }: LimitsOptions): Outcome {
  const sandbox = createSandbox({ seed })
  const setting: Setting = { handle: through(sandbox.handle), tokens: sandbox.credentials().tokens, findings: [] }
  const { findings } = setting
  let now = Date.parse('2026-03-02T09:00:00Z')
  moveClock(setting, { now: '2026-03-02T09:00:00Z', frozen: true })
  let passed = 0
  let compared = 0
  for (let number = 1; number <= histories; number += 1) {
    // Each has a seed of its own, so that one of 10,000 can be played alone.
    const steps = drawHistory(createRandom(seed * 100_000 + number))
    const naive = { full: new NaiveLimiter(), read: new NaiveLimiter() }
    let holds = true
    for (const [n, { wait, requests: all }] of steps.entries()) {
      now += wait
      if (wait > 0) moveClock(setting, { advance_seconds: wait / 1000 })
      for (const asked of all) {
        const want = asked.asker === 'nobody' ? NaiveLimiter.lookAtNothing(now) : naive[asked.asker].take(now, asked.shares)
        const got = ask(setting, asked)
        compared += 1
        if (holds && !isEqual(want, got)) {
          holds = false
          findings.push(describeFinding(`${asked.method} ${asked.url}`, `history ${number}, step ${n + 1} by ${asked.asker}`, want, got))
        }
      }
    }
    if (holds) passed += 1
    // After an hour nothing counts any more.
    now += 3_600_000
    moveClock(setting, { advance_seconds: 3600 })
  }
  const budgets = { atOnce: spend(setting, requests, 0), overAnHour: spend(setting, requests, Math.floor(3_599_999 / requests)) }
  const wanted = { atOnce: Math.min(250, requests), overAnHour: Math.min(5000, requests) }
  for (const name of ['atOnce', 'overAnHour'] as const) {
    if (budgets[name] === wanted[name]) passed += 1
    else findings.push(describeFinding('GET /v2/account', `${requests} requests, ${name}`, wanted[name], budgets[name]))
  }
  sandbox.close()
  const figures = {
    histories,
    compared,
    budget_requests: requests,
    served_at_once: budgets.atOnce,
    served_in_an_hour: budgets.overAnHour,
    seed,
  }
  return { check: 'limits', passed, total: histories + 2, findings, figures }
}

interface Setting {
  readonly handle: Handle
  readonly tokens: { readonly full: string; readonly read: string }
  readonly findings: string[]
}

/** How many of so many requests are served, one every `gap` milliseconds. */
function spend(setting: Setting, requests: number, gap: number): number {
  moveClock(setting, { advance_seconds: 3600 })
  let served = 0
  for (let n = 0; n < requests; n += 1) {
    if (ask(setting, { asker: 'full', method: 'GET', url: '/v2/account', shares: [] }).isAllowed) served += 1
    if (gap > 0) moveClock(setting, { advance_seconds: gap / 1000 })
  }
  return served
}

function ask({ handle, tokens }: Setting, { asker, method, url, body }: Asked): Told {
  const { status, headers } = handle({
    method,
    url,
    headers: {
      host: '127.0.0.1',
      ...(asker !== 'nobody' && { authorization: `Bearer ${tokens[asker]}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
  })
  const wait = headers['retry-after']
  return {
    isAllowed: status !== 429,
    limit: Number(headers['ratelimit-limit']),
    remaining: Number(headers['ratelimit-remaining']),
    reset: Number(headers['ratelimit-reset']),
    retryAfter: wait === undefined ? undefined : Number(wait),
  }
}

function isEqual(one: Told, other: Told): boolean {
  return (['isAllowed', 'limit', 'remaining', 'reset', 'retryAfter'] as const).every((name) => one[name] === other[name])
}

function moveClock({ handle }: Setting, body: unknown): void {
  const { status } = handle({
    method: 'POST',
    url: '/_sandbox/clock',
    headers: { host: '127.0.0.1' },
    body: Buffer.from(JSON.stringify(body)),
  })
  if (status !== 200) throw new Error(`The clock could not be moved: ${status}`)
}
