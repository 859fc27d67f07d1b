/** Sends random histories to the sandbox and the simple model and compares the rate-limit headers. */
import { isDeepStrictEqual } from 'node:util'
import { createSandbox, type Sandbox } from '@spindrift/sandbox'
import { createRandom } from '../create-random.ts'
import { formatFinding, type VerificationResult } from '../print-result.ts'
import { type LimitedRequest, generateHistory } from './generate-history.ts'
import { NaiveLimiter, type LimitDecision } from './naive-limiter.ts'

export type HandleRequest = Sandbox['handle']

export interface LimitsOptions {
  readonly histories: number
  /** Number of requests that are sent at once, and again over one hour. */
  readonly requests: number
  readonly seed: number
  /** Wraps the sandbox, for tests with faulty responses. */
  readonly wrap?: (handle: HandleRequest) => HandleRequest
}

/** More findings would show the same fault. */
const maxFindings = 5

export async function runLimits({ histories, requests, seed, wrap }: LimitsOptions): Promise<VerificationResult> {
  using setting = startTarget(seed, wrap)
  const { findings } = setting
  let now = Date.parse('2026-03-02T09:00:00Z')
  moveClock(setting, { now: '2026-03-02T09:00:00Z', frozen: true })
  let passed = 0
  let compared = 0
  for (let number = 1; number <= histories && findings.length < maxFindings; number += 1) {
    // Each history has its own seed, so that it can be repeated alone.
    const steps = generateHistory(createRandom(seed * 100_000 + number))
    const naive = { full: new NaiveLimiter(), read: new NaiveLimiter() }
    let matches = true
    for (const [n, { wait, requests: all }] of steps.entries()) {
      now += wait
      if (wait > 0) moveClock(setting, { advance_seconds: wait / 1000 })
      for (const request of all) {
        const expected =
          request.caller === 'nobody' ? NaiveLimiter.describeUncounted(now) : naive[request.caller].countRequest(now, request.costs)
        const actual = sendRequest(setting, request)
        compared += 1
        if (matches && !isDeepStrictEqual(expected, actual)) {
          matches = false
          findings.push(
            formatFinding(`${request.method} ${request.url}`, `history ${number}, step ${n + 1} by ${request.caller}`, expected, actual),
          )
        }
      }
    }
    if (matches) passed += 1
    // After an hour all limits are unused.
    now += 3_600_000
    moveClock(setting, { advance_seconds: 3600 })
  }
  const budgets = {
    atOnce: countServed(setting, requests, 0),
    overAnHour: countServed(setting, requests, Math.floor(3_599_999 / requests)),
  }
  const expected = { atOnce: Math.min(250, requests), overAnHour: Math.min(5000, requests) }
  for (const name of ['atOnce', 'overAnHour'] as const) {
    if (budgets[name] === expected[name]) passed += 1
    else
      findings.push(
        formatFinding(
          'GET /v2/account',
          `${requests} requests ${name === 'atOnce' ? 'at once' : 'over an hour'}`,
          expected[name],
          budgets[name],
        ),
      )
  }
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

interface LimitsTarget extends Disposable {
  readonly handle: HandleRequest
  readonly tokens: { readonly full: string; readonly read: string }
  readonly findings: string[]
}

function startTarget(seed: number, wrap: LimitsOptions['wrap'] = (handle) => handle): LimitsTarget {
  const sandbox = createSandbox({ seed })
  return {
    handle: wrap(sandbox.handle),
    tokens: sandbox.credentials().tokens,
    findings: [],
    [Symbol.dispose]: sandbox.close,
  }
}

/** Counts the successful requests, sent every `gap` milliseconds. */
function countServed(setting: LimitsTarget, requests: number, gap: number): number {
  moveClock(setting, { advance_seconds: 3600 })
  let served = 0
  for (let n = 0; n < requests; n += 1) {
    const { isAllowed } = sendRequest(setting, { caller: 'full', method: 'GET', url: '/v2/account', costs: [] })
    if (isAllowed) served += 1
    if (gap > 0) moveClock(setting, { advance_seconds: gap / 1000 })
  }
  return served
}

function sendRequest({ handle, tokens }: LimitsTarget, { caller, method, url, body }: LimitedRequest): LimitDecision {
  const { status, headers } = handle({
    method,
    url,
    headers: {
      host: '127.0.0.1',
      ...(caller !== 'nobody' && { authorization: `Bearer ${tokens[caller]}` }),
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

function moveClock({ handle }: LimitsTarget, body: unknown): void {
  const { status } = handle({
    method: 'POST',
    url: '/_sandbox/clock',
    headers: { host: '127.0.0.1' },
    body: Buffer.from(JSON.stringify(body)),
  })
  if (status !== 200) throw new Error(`The clock could not be moved: ${status}`)
}
