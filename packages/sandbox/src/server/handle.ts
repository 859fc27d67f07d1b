/** The core: a request as plain data in, a response as plain data out, synchronously. */
import { randomUUID } from 'node:crypto'
import type { Reply } from '../engine/request.ts'
import { Failure } from '../engine/failure.ts'
import { isControlPath } from '../control/may-control.ts'
import { isPagePath } from '../oauth/paths.ts'
import type { RateLimitDecision } from '../limits/limiter.ts'
import type { SandboxOptions } from '../options.ts'
import type { Dependencies } from '../dependencies.ts'
import { describeWriteFailure } from '../store/describe-write-failure.ts'
import { findReplyValidator } from '../validation/validators.ts'
import { RequestContext } from '../http/request-context.ts'
import { createEmails, nameChange, summarize } from '../requests/describe-request.ts'
import type { RecordedChange } from '../requests/record-changes.ts'
import { runPipeline } from './pipeline.ts'
import type { CoreRequest, CoreResponse } from '../http/messages.ts'
import { formatError } from './format-error.ts'

/** Requests that came together, in their order. What they change is committed together, before any of them is answered. */
export function handleAll(requests: readonly CoreRequest[], dependencies: Dependencies): readonly CoreResponse[] {
  const each = () => requests.map((request) => handle(request, dependencies))
  if (!canShareTransaction(requests, dependencies.options.durability)) return each()
  try {
    return dependencies.platform.store.transaction(each, { savepoints: true })
  } catch (error) {
    dependencies.onError(error, 'group')
    // Nothing of it has happened. Alone, each finds out whether there is room for it.
    dependencies.reload()
    return each()
  }
}

/** Where the control plane copies and replaces the state as a whole, which no transaction can be around. */
export const wholeStatePaths: readonly string[] = ['/_sandbox/snapshots', '/_sandbox/reset']

/** A commit costs little beside a request, and much when it waits for the disk: then what one request does shares one too. */
function canShareTransaction(requests: readonly CoreRequest[], durability: SandboxOptions['durability']): boolean {
  const whole = durability === 'full' ? wholeStatePaths : ['/_sandbox']
  return (durability === 'full' || requests.length > 1) && !requests.some(({ url }) => whole.some((path) => url.startsWith(path)))
}

export function handle(request: CoreRequest, dependencies: Dependencies): CoreResponse {
  return startRequest(request, dependencies)()
}

/** @param unasked why it is refused before anything is looked at; it is not, where this is left out */
export function startRequest(request: CoreRequest, dependencies: Dependencies, rejection?: Failure): FinishRequest {
  const startedAt = performance.now()
  const context = new RequestContext(request, randomUUID(), dependencies.options.baseUrl)
  const { changes: recorder, events } = dependencies
  let reply: Reply
  let failure: Failure | undefined
  let changes: readonly RecordedChange[] = []
  try {
    if (rejection) throw rejection
    dependencies.runPendingJobs()
    const found = runPipeline(context, dependencies)
    if (!found) throw new Failure(404)
    reply = found
    if (dependencies.options.checkReplies) checkReply(context, reply)
    changes = recorder.take()
    publishChange(context, reply, changes, dependencies)
    events.flush()
  } catch (error) {
    events.discard()
    recorder.discard()
    if (!(error instanceof Failure)) dependencies.onError(error, context.requestId)
    failure = error instanceof Failure ? error : new Failure(500, describeWriteFailure(error))
    reply = formatError(failure, context)
  }
  dependencies.faults.endRequest()
  const response = respond(context, reply, dependencies)
  return () => (isControlPath(context.path) ? response : logRequest(context, response, { startedAt, failure, changes }, dependencies))
}

/** Notes that the request is over, once what it did is kept, and gives what is to be sent. */
export type FinishRequest = () => CoreResponse

interface RequestOutcome {
  readonly startedAt: number
  readonly failure: Failure | undefined
  readonly changes: readonly RecordedChange[]
}

/** @returns the response to be sent */
function logRequest(
  context: RequestContext,
  response: CoreResponse,
  { startedAt, failure, changes }: RequestOutcome,
  { requests, events, options, clock, platform, faults }: Dependencies,
): CoreResponse {
  const at = clock.now()
  const { requestId, request, path, operation } = context
  options.onRequest?.({
    request_id: requestId,
    method: request.method,
    path,
    operation: operation?.id ?? null,
    status: response.status,
    at,
  })
  if (!requests.isOn) return response
  const logged = requests.note(context, response, { at, took: performance.now() - startedAt, failure, changes })
  const summary = events.wants('requests') || events.wants('faults') ? summarize(logged.entry, createEmails(platform)) : undefined
  if (summary) events.publish('requests', 'request', summary)
  if (summary?.fault) events.publish('faults', 'faults', { faults: faults.list(), struck: summary.request_id })
  events.flush()
  return logged.response
}

/** For who watches a list: it may be another than it was. */
function publishChange(
  { method, path, requestId }: RequestContext,
  { status = 200 }: Reply,
  changes: readonly RecordedChange[],
  { events, platform }: Dependencies,
): void {
  if (!events.wants('changes') || method === 'GET' || method === 'OPTIONS' || status >= 400) return
  const objects = changes.map((change) => nameChange(change, createEmails(platform)))
  events.publish('changes', 'change', { method, path, request_id: requestId, objects })
}

const exposedHeaders =
  'ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, x-request-id, x-total-count, link, deprecation, sunset'

function respond(context: RequestContext, reply: Reply, { limiter, clock, options }: Dependencies): CoreResponse {
  const { request, operation, caller } = context
  const status = reply.status ?? operation?.status ?? 200
  const decision = context.rateLimit ?? limiter.getUsage(caller?.id, clock.now())
  const headers = context.path.startsWith('/v2/')
    ? formatControlHeaders(context.requestId, decision, status)
    : formatHeaders(context.requestId, decision)
  const { origin } = request.headers
  if (origin !== undefined && allowsOrigin(origin, context.path, options)) {
    headers['access-control-allow-origin'] = origin
    headers['access-control-allow-credentials'] = 'true'
    headers['access-control-expose-headers'] = exposedHeaders
    headers['vary'] = 'origin'
  }
  if (operation?.deprecation) Object.assign(headers, operation.deprecation)
  if (reply.headers) for (const name in reply.headers) addHeader(headers, name, reply.headers[name] ?? '', request.method)
  let body = reply.body ?? null
  if (body !== null) {
    headers['content-type'] = reply.type ?? 'application/json; charset=utf-8'
    if (typeof body === 'string') headers['content-length'] = Buffer.byteLength(body)
    else if (body instanceof Uint8Array) headers['content-length'] = body.length
  } else if (status !== 204) headers['content-length'] = 0
  if (request.method === 'HEAD') body = null
  return context.fault ? { status, headers, body, fault: context.fault } : { status, headers, body }
}

/** A page must not be read by another site's script, not even one that this browser would send its cookie to. */
function allowsOrigin(origin: string, path: string, { controlOrigins = [] }: Dependencies['options']): boolean {
  return isControlPath(path) ? controlOrigins.includes(origin) : !isPagePath(path)
}

function formatHeaders(requestId: string, { limit, remaining, reset }: RateLimitDecision): Record<string, string | number> {
  return { 'x-request-id': requestId, 'ratelimit-limit': limit, 'ratelimit-remaining': remaining, 'ratelimit-reset': reset }
}

/** What the gateway before the control API adds. One literal, because this is done for every request. */
function formatControlHeaders(
  requestId: string,
  { limit, remaining, reset }: RateLimitDecision,
  status: number,
): Record<string, string | number> {
  const hasResult = (status < 300 && status !== 204) || status === 422
  return {
    'x-request-id': requestId,
    'ratelimit-limit': limit,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': reset,
    'cache-control': hasResult ? 'max-age=0, private, must-revalidate' : 'no-cache',
    'x-gateway': 'Edge-Gateway',
    'x-response-from': 'service',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'x-xss-protection': '1; mode=block',
  }
}

/** Totals and links are in the body; as headers only HEAD needs them. */
function addHeader(headers: Record<string, string | number>, name: string, value: string, method: string): void {
  if ((name === 'x-total-count' || name === 'link') && (method !== 'HEAD' || value === '')) return
  headers[name] = value
}

function checkReply({ operation }: RequestContext, reply: Reply): void {
  if (!operation || typeof reply.body !== 'string' || reply.type !== undefined) return
  const status = reply.status ?? operation.status
  const validator = findReplyValidator(operation, status)
  if (validator && !validator(JSON.parse(reply.body))) {
    throw new Error(`The reply ${status} of ${operation.id} breaks the specification: ${JSON.stringify(validator.errors)}\n${reply.body}`)
  }
}
