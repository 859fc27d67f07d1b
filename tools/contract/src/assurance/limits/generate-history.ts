/** Generates a random history of requests: mostly few, sometimes enough to reach the limit per minute, rarely the limit per hour. */
import type { Random } from '../create-random.ts'
import type { LimitCost } from './naive-limiter.ts'

/** Owner of the token: one of two, or none. */
export type Caller = 'full' | 'read' | 'nobody'

export interface LimitedRequest {
  readonly caller: Caller
  readonly method: string
  readonly url: string
  readonly body?: unknown
  readonly costs: readonly LimitCost[]
}

export interface HistoryStep {
  /** Milliseconds before the requests. */
  readonly wait: number
  readonly requests: readonly LimitedRequest[]
}

const cdn: LimitCost = { name: 'cdn-endpoints', limit: 5, seconds: 10, weight: 1 }
const keys: LimitCost = { name: 'ssh-key-list', limit: 10, seconds: 60, weight: 1 }
const missing = '/v2/cdn/endpoints/00000000-0000-4000-8000-000000000000'

/** Requests count whether they succeed or fail. */
const plain: readonly [Omit<LimitedRequest, 'caller'>, ...Omit<LimitedRequest, 'caller'>[]] = [
  { method: 'GET', url: '/v2/account', costs: [] },
  { method: 'HEAD', url: '/v2/regions', costs: [] },
  { method: 'GET', url: '/v2/volumes/not-an-id', costs: [] },
  { method: 'GET', url: '/v2/nothing/is/here', costs: [] },
  { method: 'POST', url: '/v2/tags', body: {}, costs: [] },
  { method: 'PROPFIND', url: '/v2/tags', costs: [] },
]

export function generateHistory(random: Random): readonly HistoryStep[] {
  const kind = random.next()
  if (kind < 0.02) return generateHour(random)
  if (kind < 0.06) return [...generateSparse(random, 5), generateBurst(random, 0), ...generateSparse(random, 15)]
  return generateSparse(random, random.integer(1, 40))
}

function generateSparse(random: Random, steps: number): readonly HistoryStep[] {
  return Array.from({ length: steps }, () => ({
    wait: generateWait(random),
    requests: Array.from({ length: random.integer(1, 4) }, () => generateRequest(random)),
  }))
}

/** Waits often end at a window boundary, give or take a millisecond. */
function generateWait(random: Random): number {
  const edge = random.pick([10_000, 20_000, 60_000, 3_600_000]) + random.integer(-1, 1)
  return random.pick([0, random.integer(0, 400), random.integer(0, 4000), random.integer(0, 70_000), edge])
}

function generateRequest(random: Random): LimitedRequest {
  const caller = random.pick<Caller>(['full', 'full', 'full', 'read', 'nobody'])
  const shared = random.pick<Omit<LimitedRequest, 'caller'>>([
    random.pick(plain),
    { method: 'GET', url: '/v2/account/keys', costs: [keys] },
    { method: 'GET', url: '/v2/cdn/endpoints', costs: [cdn] },
    { method: 'GET', url: missing, costs: [cdn] },
    generatePurge(random),
    { method: 'OPTIONS', url: '/v2/tags', costs: [] },
  ])
  return { ...shared, caller: shared.method === 'OPTIONS' ? 'nobody' : caller }
}

function generatePurge(random: Random): Omit<LimitedRequest, 'caller'> {
  const weight = random.pick([random.integer(0, 12), random.integer(0, 60)])
  const files = Array.from({ length: weight }, (_each, n) => `covers/${n}.png`)
  return {
    method: 'DELETE',
    url: `${missing}/cache`,
    body: { files },
    costs: [cdn, { name: 'cdn-purge', limit: 50, seconds: 20, weight }],
  }
}

/** About as many requests as a minute allows. */
function generateBurst(random: Random, wait: number): HistoryStep {
  return { wait, requests: Array.from({ length: random.integer(245, 260) }, () => ({ ...random.pick(plain), caller: 'full' })) }
}

/** Uses up every minute until the hour is used up, then waits for its end. */
function generateHour(random: Random): readonly HistoryStep[] {
  const bursts = Array.from({ length: 22 }, () => generateBurst(random, 60_000 + random.integer(0, 60_000)))
  return [
    ...bursts,
    ...generateSparse(random, 10),
    { wait: random.integer(1_500_000, 3_000_000), requests: [] },
    ...generateSparse(random, 20),
  ]
}
