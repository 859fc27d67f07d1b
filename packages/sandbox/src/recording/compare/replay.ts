/** Asks a sandbox what was asked in the recording, at the times at which it was asked, and compares what it answers. */
import { operationRows } from '../../generated/operations.ts'
import { createRouter } from '../../http/router.ts'
import type { Exchange } from '../exchange.ts'
import { readJson } from '../read-loosely.ts'
import { type Credentials, createAuthorizer } from './authorize.ts'
import { type Comparison, compareValues } from './compare-values.ts'
import type { Difference } from './difference.ts'
import { createIdMap, type IdMap } from './id-map.ts'
import { createMadeList } from './made-list.ts'
import type { FindReason } from './rules.ts'

/** As the global `fetch`, of one sandbox. */
export type Ask = (
  path: string,
  init: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string },
) => Promise<Response>

export interface Found extends Difference {
  readonly operation: string
  readonly request: string
  /** In the recording, from 1. */
  readonly entry: number
}

export interface Allowed extends Found {
  readonly reason: string
}

export interface Skipped {
  readonly entry: number
  readonly request: string
  readonly reason: string
}

export interface Replayed {
  readonly requests: number
  readonly compared: number
  readonly differences: readonly Found[]
  readonly allowed: readonly Allowed[]
  readonly skipped: readonly Skipped[]
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** How long an answer may lag behind the recorded state before the comparison goes on without it, in seconds. */
const steps = [1, 2, 4, 8, 15, 30, 60, 120, 240, 480]

export async function replay(exchanges: readonly Exchange[], ask: Ask, origin: string, findReason: FindReason): Promise<Replayed> {
  const route = createRouter(operationRows)
  const info = (await (await ask('/_sandbox/info', { method: 'GET', headers: {} })).json()) as Credentials & {
    readonly clock: { readonly now: string }
  }
  const ids = createIdMap()
  const made = createMadeList()
  const authorize = createAuthorizer(exchanges, info, ids)
  const clock = createFollower(exchanges, ask, Date.parse(info.clock.now))
  const result = { requests: exchanges.length, compared: 0, differences: [] as Found[], allowed: [] as Allowed[], skipped: [] as Skipped[] }

  for (const [n, exchange] of exchanges.entries()) {
    const [path = ''] = exchange.url.split('?')
    const operation = route(path)?.operations.get(exchange.method)
    const request = `${exchange.method} ${path}`
    const skip = (reason: string) => result.skipped.push({ entry: n + 1, request, reason })
    const times = await clock.follow(exchange)
    if (!operation) {
      skip('the specification has no such operation')
      continue
    }
    const send = () => sendOne(exchange, ask, ids, authorize(exchange, operation))
    let answer = await send()
    if (isRefusedHere(exchange, answer) && made.namesUnknown(exchange, route(path)?.values ?? [], ids)) {
      skip('it names something that was made before the recording began')
      continue
    }
    const compare = () => compareAnswer(exchange, answer, { ids, origins: { recorded: exchange.origin, here: origin }, times })
    const found = compare()
    for (const step of steps) {
      if (exchange.method !== 'GET' || !times || !found.some(isBehind)) break
      await clock.advance(step)
      answer = await send()
      const later = compareAnswer(exchange, answer, { ids, origins: { recorded: exchange.origin, here: origin }, times: undefined })
      if (!later.some(isBehind)) break
    }
    made.note(exchange)
    result.compared += 1
    for (const difference of found) {
      const own = { operation: operation.id, request, entry: n + 1, ...difference }
      const reason = findReason(operation.id, difference)
      if (reason === undefined) result.differences.push(own)
      else result.allowed.push({ ...own, reason })
    }
  }
  return result
}

/** Here, and not in the recording, or for want of what it names. */
const isRefusedHere = (exchange: Exchange, { status }: Answer) =>
  status >= 400 && (exchange.status < 400 || (status === 404 && exchange.status !== 404))

/** Of a state that was reached in the recording and not yet here. */
const isBehind = ({ kind, recorded }: Difference) => kind === 'timing' && typeof recorded === 'string' && !/^\d{4}-/.test(recorded)

async function sendOne(exchange: Exchange, ask: Ask, ids: IdMap, authorization: string | undefined): Promise<Answer> {
  const { method, requestHeaders, requestBody } = exchange
  const type = requestHeaders['content-type'] ?? (requestBody === '' ? undefined : 'application/json')
  const headers = {
    accept: requestHeaders['accept'] ?? '*/*',
    ...(type !== undefined && { 'content-type': type }),
    ...(authorization !== undefined && { authorization }),
  }
  const hasBody = requestBody !== '' && method !== 'GET' && method !== 'HEAD'
  const response = await ask(translateUrl(exchange.url, ids), { method, headers, ...(hasBody && { body: ids.translate(requestBody) }) })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

/** Ids are found in a path as they are written there. */
function translateUrl(url: string, ids: IdMap): string {
  return url.replace(/[^/?&=]+/g, (part) => {
    try {
      const plain = decodeURIComponent(part)
      const translated = ids.translate(plain)
      return translated === plain ? part : encodeURIComponent(translated)
    } catch {
      return part
    }
  })
}

function compareAnswer(
  exchange: Exchange,
  answer: Answer,
  { ids, origins, times }: Pick<Comparison, 'ids' | 'origins' | 'times'>,
): readonly Difference[] {
  const found: Difference[] = []
  const comparison: Comparison = { ids, origins, times, failed: exchange.status >= 400, found, before: 0 }
  const recorded = readJson(exchange.body)
  const here = readJson(answer.body)
  if (exchange.status !== answer.status) {
    const said = (here as { readonly message?: unknown } | undefined)?.message
    found.push({
      kind: 'status',
      path: '',
      recorded: exchange.status,
      here: typeof said === 'string' ? `${answer.status} ${said}` : answer.status,
    })
    if (exchange.status >= 400 || answer.status >= 400) return found
  }
  compareHeaders(exchange, answer, comparison)
  if (recorded !== undefined && here !== undefined) compareValues(recorded, here, '', comparison)
  else if ((exchange.body === '') !== (answer.body === ''))
    found.push({
      kind: exchange.body === '' ? 'extra' : 'missing',
      path: '',
      recorded: exchange.body.slice(0, 200),
      here: answer.body.slice(0, 200),
    })
  // The total of a list counts what was there before, and its pages are cut accordingly.
  return comparison.before === 0 ? found : found.filter(({ path }) => !/^(meta\.|links\b)/.test(path))
}

function compareHeaders(exchange: Exchange, answer: Answer, { ids, origins, found }: Comparison): void {
  const media = (text: string | null | undefined) => text?.split(';')[0]?.trim()
  const compared = [
    ['content-type', media(exchange.headers['content-type']), media(answer.headers.get('content-type'))],
    [
      'location',
      exchange.headers['location'] && ids.translate(exchange.headers['location']).replace(origins.recorded, ''),
      answer.headers.get('location')?.replace(origins.here, ''),
    ],
    ...['retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].map((name) => [
      name,
      exchange.headers[name] && 'sent',
      answer.headers.has(name) ? 'sent' : undefined,
    ]),
  ] as const
  for (const [name = '', recorded, here] of compared)
    if (recorded !== undefined && recorded !== here) found.push({ kind: 'header', path: name, recorded, here })
}

/** Keeps the sandbox's clock at the recording's times; where it had to wait for a state, so much later from then on. */
function createFollower(exchanges: readonly Exchange[], ask: Ask, begin: number) {
  const start = exchanges.find(({ at }) => at !== undefined)?.at
  let now = start ?? begin
  let lead = 0
  const set = (body: object) =>
    ask('/_sandbox/clock', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  return {
    follow: async ({ at }: Exchange): Promise<Comparison['times']> => {
      // A recording without times is taken for one of a request every ten seconds.
      now = Math.max(now, at === undefined ? now + 10_000 : at + lead)
      await set({ now: new Date(now).toISOString(), frozen: true })
      return start === undefined || at === undefined ? undefined : { recorded: at, here: now, start }
    },
    advance: async (seconds: number) => {
      lead += seconds * 1000
      now += seconds * 1000
      await set({ advance_seconds: seconds })
    },
  }
}
