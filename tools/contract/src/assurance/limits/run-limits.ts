/** Sends random histories to the sandbox and the simple model and compares the rate-limit headers. */
import { createSandbox, type Sandbox } from '@spindrift/sandbox'
import { createRandom } from '../create-random.ts'
import { createHttpClient } from '../http-client.ts'
import { formatFinding, type VerificationResult } from '../print-result.ts'
import { startService } from '../replicas/start-service.ts'
import { type LimitedRequest, generateHistory } from './generate-history.ts'
import { NaiveLimiter, type LimitDecision } from './naive-limiter.ts'

export type HandleRequest = Sandbox['handle']

type RawRequest = Parameters<HandleRequest>[0]
interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
}

export interface LimitsOptions {
  readonly histories: number
  /** Number of requests that are sent at once, and again over one hour. */
  readonly requests: number
  readonly seed: number
  /** Number of sandboxes over one Postgres that share the requests; 0 for one in this process. */
  readonly replicas?: number
  /** Wraps the sandbox, for tests with faulty responses. */
  readonly wrap?: (handle: HandleRequest) => HandleRequest
}

export async function runLimits({ histories, requests, seed, replicas = 0, wrap }: LimitsOptions): Promise<VerificationResult> {
  await using setting = await (replicas > 0 ? startReplicated(seed, replicas) : startSingle(seed, wrap))
  const { findings } = setting
  let now = Date.parse('2026-03-02T09:00:00Z')
  await moveClock(setting, { now: '2026-03-02T09:00:00Z', frozen: true })
  let passed = 0
  let compared = 0
  for (let number = 1; number <= histories; number += 1) {
    // Each history has its own seed, so that it can be repeated alone.
    const steps = generateHistory(createRandom(seed * 100_000 + number))
    const naive = { full: new NaiveLimiter(), read: new NaiveLimiter() }
    let matches = true
    for (const [n, { wait, requests: all }] of steps.entries()) {
      now += wait
      if (wait > 0) await moveClock(setting, { advance_seconds: wait / 1000 })
      for (const request of all) {
        const expected =
          request.caller === 'nobody' ? NaiveLimiter.describeUncounted(now) : naive[request.caller].countRequest(now, request.costs)
        const actual = await sendRequest(setting, request)
        compared += 1
        if (matches && !isEqual(expected, actual)) {
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
    await moveClock(setting, { advance_seconds: 3600 })
  }
  const budgets = {
    atOnce: await countServed(setting, requests, 0),
    overAnHour: await countServed(setting, requests, Math.floor(3_599_999 / requests)),
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
    ...(replicas > 0 && { replicas }),
    compared,
    budget_requests: requests,
    served_at_once: budgets.atOnce,
    served_in_an_hour: budgets.overAnHour,
    seed,
  }
  return { check: 'limits', passed, total: histories + 2, findings, figures }
}

interface LimitsTarget extends AsyncDisposable {
  readonly handle: (request: RawRequest) => RawResponse | Promise<RawResponse>
  readonly tokens: { readonly full: string; readonly read: string }
  readonly findings: string[]
}

async function startSingle(seed: number, wrap: LimitsOptions['wrap'] = (handle) => handle): Promise<LimitsTarget> {
  const sandbox = createSandbox({ seed })
  return {
    handle: wrap(sandbox.handle),
    tokens: sandbox.credentials().tokens,
    findings: [],
    [Symbol.asyncDispose]: async () => sandbox.close(),
  }
}

async function startReplicated(seed: number, replicas: number): Promise<LimitsTarget> {
  await using stack = new AsyncDisposableStack()
  const service = stack.use(await startService({ replicas }, ['--seed', String(seed)]))
  const client = createHttpClient(service.url, '', 8)
  stack.defer(() => client.close())
  const resources = stack.move()
  return {
    handle: ({ method, url, headers, body }) =>
      client.send({
        method,
        path: url,
        headers: headers as Readonly<Record<string, string>>, // all values are strings
        ...(body !== undefined && { body: JSON.parse(Buffer.from(body).toString()) as unknown }),
      }),
    tokens: service.tokens,
    findings: [],
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** Counts the successful requests, sent every `gap` milliseconds. */
async function countServed(setting: LimitsTarget, requests: number, gap: number): Promise<number> {
  await moveClock(setting, { advance_seconds: 3600 })
  let served = 0
  for (let n = 0; n < requests; n += 1) {
    const { isAllowed } = await sendRequest(setting, { caller: 'full', method: 'GET', url: '/v2/account', costs: [] })
    if (isAllowed) served += 1
    if (gap > 0) await moveClock(setting, { advance_seconds: gap / 1000 })
  }
  return served
}

async function sendRequest({ handle, tokens }: LimitsTarget, { caller, method, url, body }: LimitedRequest): Promise<LimitDecision> {
  const { status, headers } = await handle({
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

function isEqual(one: LimitDecision, other: LimitDecision): boolean {
  return (['isAllowed', 'limit', 'remaining', 'reset', 'retryAfter'] as const).every((name) => one[name] === other[name])
}

async function moveClock({ handle }: LimitsTarget, body: unknown): Promise<void> {
  const { status } = await handle({
    method: 'POST',
    url: '/_sandbox/clock',
    headers: { host: '127.0.0.1' },
    body: Buffer.from(JSON.stringify(body)),
  })
  if (status !== 200) throw new Error(`The clock could not be moved: ${status}`)
}
