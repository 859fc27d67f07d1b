/** Replays a recording against a sandbox, with the sandbox clock at the recorded times, and compares the responses. */
import { operationRows } from '../../generated/operations.ts'
import { createRouter } from '../../http/router.ts'
import type { Exchange } from '../exchange.ts'
import { type Credentials, createAuthorizer } from './create-authorizer.ts'
import { type Comparison, compareValues, type Difference } from './compare-values.ts'
import { createCreatedValues, createIdMap, decodePart, type IdMap, parseJson } from './id-map.ts'
import { findReason } from './rules.ts'

/** Sends a request to the sandbox, like the global `fetch`. */
export type SendRequest = (path: string, init: { method: string; headers: Record<string, string>; body?: string }) => Promise<Response>

export interface ReplayDifference extends Difference {
  readonly operation: string
  readonly request: string
  /** Position in the recording, from 1. */
  readonly entry: number
}

export interface ReplayReport {
  readonly requests: number
  readonly compared: number
  readonly differences: readonly ReplayDifference[]
  readonly allowed: readonly (ReplayDifference & { readonly reason: string })[]
  readonly skipped: readonly (Pick<ReplayDifference, 'request' | 'entry'> & { readonly reason: string })[]
}

type ReplayedResponse = Pick<Response, 'status' | 'headers'> & { readonly body: string }

/** Seconds to advance the clock, step by step, until the sandbox reaches the recorded state. */
const steps = [1, 2, 4, 8, 15, 30, 60, 120, 240, 480]

export async function replay(exchanges: readonly Exchange[], sendRequest: SendRequest, origin: string): Promise<ReplayReport> {
  const route = createRouter(operationRows)
  const info = (await (await sendRequest('/_sandbox/info', { method: 'GET', headers: {} })).json()) as Credentials
  const ids = createIdMap()
  const created = createCreatedValues(ids)
  const authorize = createAuthorizer(exchanges, info, ids)
  const clock = createClockFollower(exchanges, sendRequest)
  const differences: ReplayReport['differences'][number][] = []
  const allowed: ReplayReport['allowed'][number][] = []
  const skipped: ReplayReport['skipped'][number][] = []

  for (const [n, context] of exchanges.entries()) {
    const [path = ''] = context.url.split('?')
    const found = route(path)
    const operation = found?.operations.get(context.method)
    const source = { entry: n + 1, request: `${context.method} ${path}` }
    const times = await clock.follow(context)
    if (!operation) {
      skipped.push({ ...source, reason: 'the specification has no such operation' })
      continue
    }
    const send = () => sendOne(context, sendRequest, ids, authorize(context, operation))
    const compare = (response: ReplayedResponse) =>
      compareAnswer(context, response, { ids, origins: { recorded: context.origin, here: origin }, times })
    const replayed = await send()
    if (isRejectedHere(context, replayed) && created.isUnknownIn(context, found?.values ?? [])) {
      skipped.push({ ...source, reason: 'it refers to an object created before the recording' })
      continue
    }
    const own = compare(replayed)
    let isLate = context.method === 'GET' && own.some(isBehind)
    for (const step of steps) {
      if (!isLate) break
      await clock.advance(step)
      isLate = compare(await send()).some(isBehind)
    }
    created.add(context)
    for (const difference of own) {
      const reason = findReason(operation.id, difference)
      const each = { operation: operation.id, ...source, ...difference }
      if (reason === undefined) differences.push(each)
      else allowed.push({ ...each, reason })
    }
  }
  return { requests: exchanges.length, compared: exchanges.length - skipped.length, differences, allowed, skipped }
}

/** Returns true if only the sandbox rejects the request, or only the sandbox returns 404. */
const isRejectedHere = (context: Exchange, { status }: ReplayedResponse) =>
  status >= 400 && (context.status < 400 || (status === 404 && context.status !== 404))

/** Returns true if the sandbox has not reached the recorded state yet. */
const isBehind = ({ kind, recorded }: Difference) => kind === 'timing' && typeof recorded === 'string' && !/^\d{4}-/.test(recorded)

async function sendOne(context: Exchange, send: SendRequest, ids: IdMap, authorization: string | undefined): Promise<ReplayedResponse> {
  const { method, requestHeaders, requestBody } = context
  const type = requestHeaders['content-type'] ?? (requestBody === '' ? undefined : 'application/json')
  const headers = {
    accept: requestHeaders['accept'] ?? '*/*',
    ...(type !== undefined && { 'content-type': type }),
    ...(authorization !== undefined && { authorization }),
  }
  const hasBody = requestBody !== '' && method !== 'GET' && method !== 'HEAD'
  const url = context.url.replace(/[^/?&=]+/g, (part) => translatePart(part, ids))
  const response = await send(url, { method, headers, ...(hasBody && { body: ids.translate(requestBody) }) })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

function translatePart(part: string, ids: IdMap): string {
  const plain = decodePart(part)
  const translated = ids.translate(plain)
  return translated === plain ? part : encodeURIComponent(translated)
}

function compareAnswer(
  context: Exchange,
  response: ReplayedResponse,
  options: Pick<Comparison, 'ids' | 'origins' | 'times'>,
): readonly Difference[] {
  const found: Difference[] = []
  const comparison: Comparison = { ...options, failed: context.status >= 400, differences: found, preexisting: 0 }
  const [recorded, here] = [parseJson(context.body), parseJson(response.body)]
  if (context.status !== response.status) {
    const message = (here as { readonly message?: unknown } | undefined)?.message
    found.push({ kind: 'status', path: '', recorded: context.status, here: [response.status, message ?? []].flat().join(' ') })
    if (context.status >= 400 || response.status >= 400) return found
  }
  compareHeaders(context, response, comparison)
  if (recorded !== undefined && here !== undefined) compareValues(recorded, here, '', comparison)
  else if ((context.body === '') !== (response.body === '')) {
    const kind = context.body === '' ? 'extra' : 'missing'
    found.push({ kind, path: '', recorded: context.body.slice(0, 200), here: response.body.slice(0, 200) })
  }
  // Objects that existed before the recording change totals and page links.
  return comparison.preexisting === 0 ? found : found.filter(({ path }) => !/^(meta\.|links\b)/.test(path))
}

function compareHeaders(context: Exchange, response: ReplayedResponse, { ids, origins, differences }: Comparison): void {
  const media = (text: string | null | undefined) => text?.split(';')[0]?.trim()
  const compare = (path: string, recorded: string | undefined, here: string | undefined) => {
    if (recorded !== undefined && recorded !== here) differences.push({ kind: 'header', path, recorded, here })
  }
  const { 'content-type': type, location } = context.headers
  compare('content-type', media(type), media(response.headers.get('content-type')))
  compare(
    'location',
    location && ids.translate(location).replace(origins.recorded, ''),
    response.headers.get('location')?.replace(origins.here, ''),
  )
  for (const name of ['retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'])
    compare(name, context.headers[name] && 'sent', response.headers.has(name) ? 'sent' : undefined)
}

/** Sets the sandbox clock to the recorded times, plus the time that it had to wait for states. */
function createClockFollower(exchanges: readonly Exchange[], send: SendRequest) {
  const start = exchanges[0]?.at ?? 0
  let now = start
  let delay = 0
  const set = (body: object) =>
    send('/_sandbox/clock', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  return {
    follow: async ({ at }: Exchange): Promise<Comparison['times']> => {
      now = Math.max(now, at + delay)
      await set({ now: new Date(now).toISOString(), frozen: true })
      return { recorded: at, here: now, start }
    },
    advance: async (seconds: number) => {
      delay += seconds * 1000
      now += seconds * 1000
      await set({ advance_seconds: seconds })
    },
  }
}
