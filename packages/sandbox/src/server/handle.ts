/** Handles requests synchronously: plain data in, plain data out. */
import { randomUUID } from 'node:crypto'
import type { Reply } from '../engine/request.ts'
import { Failure } from '../engine/failure.ts'
import { isAllowedOrigin, isControlPath } from '../control/check-control.ts'
import { isPageRequest } from '../oauth/paths.ts'
import type { RateLimitDecision } from '../limits/limiter.ts'
import type { SandboxOptions } from '../options.ts'
import type { Dependencies } from '../dependencies.ts'
import { describeWriteFailure } from '../store/describe-write-failure.ts'
import { findReplyValidator } from '../validation/validators.ts'
import { RequestContext } from '../http/request-context.ts'
import { createEmailLookup, summarizeChange, summarize } from '../requests/describe-request.ts'
import type { RecordedChange } from '../requests/record-changes.ts'
import { runPipeline } from './pipeline.ts'
import type { CoreRequest, CoreResponse } from '../http/messages.ts'
import { formatError } from './format-error.ts'

/** Handles requests that arrived together, in order, and commits their changes together before any response is sent. */
export function handleAll(requests: readonly CoreRequest[], dependencies: Dependencies): readonly CoreResponse[] {
  const each = () => requests.map((request) => handle(request, dependencies))
  if (!canShareTransaction(requests, dependencies.options.durability)) return each()
  try {
    return dependencies.platform.store.transaction(each, { savepoints: true })
  } catch (error) {
    dependencies.onError(error, 'group')
    // The whole batch was rolled back. Each request runs again in its own transaction.
    dependencies.reload()
    return each()
  }
}

/** Control paths that copy or replace the whole state, which cannot run inside a transaction. */
export const wholeStatePaths: readonly string[] = ['/_sandbox/snapshots', '/_sandbox/reset']

/** Returns true if the requests can share a transaction. With full durability a commit waits for the disk, so one request shares one too. */
function canShareTransaction(requests: readonly CoreRequest[], durability: SandboxOptions['durability']): boolean {
  const paths = durability === 'full' ? wholeStatePaths : ['/_sandbox']
  return (durability === 'full' || requests.length > 1) && !requests.some(({ url }) => paths.some((path) => url.startsWith(path)))
}

export function handle(request: CoreRequest, dependencies: Dependencies): CoreResponse {
  return startRequest(request, dependencies)()
}

/** @param rejection an error to respond with, without running the pipeline */
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
    const result = runPipeline(context, dependencies)
    if (!result) throw new Failure(404)
    reply = result
    if (dependencies.options.checkReplies) checkReply(context, reply)
    changes = recorder.flush()
    publishChange(context, reply, changes, dependencies)
    events.flush()
  } catch (error) {
    events.discard()
    recorder.discard()
    failure = toFailure(error, context, dependencies)
    reply = formatError(failure, context)
  }
  dependencies.faults.endRequest()
  const finish = (final: Reply, outcome: RequestOutcome) => {
    const response = respond(context, final, dependencies)
    return isControlPath(context.path) ? response : logRequest(context, response, outcome, dependencies)
  }
  const outcome = { startedAt, failure, changes }
  const { complete } = reply
  if (!complete) return () => finish(reply, outcome)
  return () => ({
    ...respond(context, formatError(needsWaiting, context), dependencies),
    complete: async (signal) => {
      try {
        return finish(await complete(signal), outcome)
      } catch (error) {
        const completionFailure = toFailure(error, context, dependencies)
        return finish(formatError(completionFailure, context), { ...outcome, failure: completionFailure })
      }
    },
  })
}

const needsWaiting = new Failure(501, 'The reply comes from another server. Send the request with fetch(), or to a started sandbox.')

function toFailure(error: unknown, { requestId }: RequestContext, { onError }: Dependencies): Failure {
  if (error instanceof Failure) return error
  onError(error, requestId)
  return new Failure(500, describeWriteFailure(error))
}

/** Logs the request after its changes are saved, and returns the response to send. */
export type FinishRequest = () => CoreResponse

interface RequestOutcome {
  readonly startedAt: number
  readonly failure: Failure | undefined
  readonly changes: readonly RecordedChange[]
}

/** @returns the response to send */
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
  const logged = requests.add(context, response, { at, durationMs: performance.now() - startedAt, failure, changes })
  const summary =
    events.hasSubscribers('requests') || events.hasSubscribers('faults') ? summarize(logged.entry, createEmailLookup(platform)) : undefined
  if (summary) events.publish('requests', 'request', summary)
  if (summary?.fault) events.publish('faults', 'faults', { faults: faults.list(), struck: summary.request_id })
  events.flush()
  return logged.response
}

/** Publishes the changes of a request to the event stream. */
function publishChange(
  { method, path, requestId }: RequestContext,
  { status = 200 }: Reply,
  changes: readonly RecordedChange[],
  { events, platform }: Dependencies,
): void {
  if (!events.hasSubscribers('changes') || method === 'GET' || method === 'OPTIONS' || status >= 400) return
  const objects = changes.map((change) => summarizeChange(change, createEmailLookup(platform)))
  events.publish('changes', 'change', { method, path, request_id: requestId, objects })
}

/** Headers that keep other sites from embedding the replies of `/_sandbox`. */
const controlSafety = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' }

const exposedHeaders =
  'ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, x-request-id, x-total-count, link, deprecation, sunset'

function respond(context: RequestContext, reply: Reply, { limiter, clock, options }: Dependencies): CoreResponse {
  const { request, operation, caller } = context
  const status = reply.status ?? operation?.status ?? 200
  const decision = context.rateLimit ?? limiter.getUsage(caller?.id, clock.now())
  const headers = context.path.startsWith('/v2/')
    ? formatControlHeaders(context.requestId, decision, status)
    : formatHeaders(context.requestId, decision)
  if (isControlPath(context.path)) Object.assign(headers, controlSafety)
  const { origin } = request.headers
  if (origin !== undefined && allowsOrigin(origin, context, options)) {
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

/** Returns true if CORS lets scripts of the origin read the response. Scripts never read the OAuth pages. */
function allowsOrigin(origin: string, context: RequestContext, options: Dependencies['options']): boolean {
  if (isControlPath(context.path)) return options.controlOrigins?.includes(origin) ?? false
  return !isPageRequest(context) && isAllowedOrigin(origin, options)
}

function formatHeaders(requestId: string, { limit, remaining, reset }: RateLimitDecision): Record<string, string | number> {
  return { 'x-request-id': requestId, 'ratelimit-limit': limit, 'ratelimit-remaining': remaining, 'ratelimit-reset': reset }
}

/** Formats the headers that the gateway of the control API adds. One literal, because this runs for every request. */
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

/** Adds a header. Totals and links are in the body, so they are headers only of HEAD responses. */
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
