/** The steps of a request, in order. A step that returns a reply or throws a `Failure` ends the pipeline. */
import type { Reply } from '../engine/request.ts'
import { Failure } from '../engine/failure.ts'
import { parseBearer, parseInferenceToken } from '../auth/parse-token.ts'
import { checkAccountLimits } from '../limits/account-limits.ts'
import type { RateLimitCost } from '../limits/limiter.ts'
import { servePages } from '../oauth/serve-pages.ts'
import type { Dependencies } from '../dependencies.ts'
import { handleControl } from '../control/handle-control.ts'
import { checkHost } from '../control/check-control.ts'
import { findRegions } from '../control/find-regions.ts'
import { toolRows } from '../generated/tools.ts'
import { isRecord } from '../engine/values.ts'
import { checkArguments } from '../tools/check-arguments.ts'
import { prepareCall } from '../tools/prepare-call.ts'
import { RequestContext } from '../http/request-context.ts'
import { checkBody, parseBody, parseParameters } from '../http/parse-request.ts'
import { ownerAccountId } from '../catalog/owner.ts'

export type Step = (context: RequestContext, dependencies: Dependencies) => Reply | undefined

/** Steps of a request for a known operation. A tool call runs them again for the operation that it calls. */
const operationSteps: readonly Step[] = [authorize, requireRoute, validate, injectFault, invokeTool, dispatch]

const allSteps: readonly Step[] = [
  hostGuard,
  rejectThrottled,
  cors,
  handleControl,
  redirectToConsole,
  servePages,
  serveSignedUrl,
  matchRoute,
  authenticate,
  rateLimit,
  rejectUnreadableBody,
  ...operationSteps,
]

/** Runs the steps until one returns a reply; undefined if none does. */
export function runPipeline(context: RequestContext, dependencies: Dependencies, steps = allSteps): Reply | undefined {
  for (const step of steps) {
    const reply = step(context, dependencies)
    if (reply) return reply
  }
  return undefined
}

/** Answers a request of a world file: without rate limits, authorization or faults. */
export function runWithoutLimits(context: RequestContext, dependencies: Dependencies): Reply | undefined {
  return runPipeline(context, dependencies, [handleControl, serveSignedUrl, matchRoute, requireRoute, validate, dispatch])
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Replies to OPTIONS, without rate limits or authentication. It allows every method, so browsers can see a 405 reply. */
function cors(context: RequestContext, { route }: Dependencies): Reply | undefined {
  const { request, path } = context
  if (request.method !== 'OPTIONS') return undefined
  const match = route(path)
  context.match = match
  return {
    status: 204,
    headers: {
      allow: match ? listAllowed(match.operations) : methods.join(', '),
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? 'authorization, content-type',
      'access-control-max-age': '86400',
    },
  }
}

function hostGuard({ path, request }: RequestContext, { options }: Dependencies): undefined {
  if (request.rejectStatus === undefined) checkHost(path, request, options)
}

function rejectThrottled({ request }: RequestContext): undefined {
  if (request.isThrottled) throw new Failure(429, 'Too many passwords are being checked. Try again.', { 'retry-after': '1' })
}

/** Sends a browser that opens the base URL to the console. */
function redirectToConsole({ method, path, request }: RequestContext): Reply | undefined {
  if (path !== '/' || method !== 'GET' || !request.headers['accept']?.includes('text/html')) return undefined
  return { status: 302, headers: { location: '/_sandbox' } }
}

/** Serves URLs from replies that need no token. */
function serveSignedUrl({ method, path, request }: RequestContext, { addresses, platform }: Dependencies): Reply | undefined {
  const found = addresses.find(({ prefix }) => path.startsWith(prefix))
  return found?.respond(platform, {
    method,
    path,
    url: request.url,
    query: new URLSearchParams(request.url.slice(path.length)),
    readBody: () => {
      if (request.rejectStatus !== undefined) throw new Failure(request.rejectStatus)
      return request.body
    },
  })
}

export function matchRoute(context: RequestContext, { route }: Dependencies): undefined {
  context.match = route(context.path)
  context.operation = context.match?.operations.get(context.method)
}

export function authenticate(context: RequestContext, { tokens }: Dependencies): undefined {
  const parse = context.operation?.access === 'inference' ? parseInferenceToken : parseBearer
  const token = parse(context.request)
  if (token !== '') context.caller = tokens.findCaller(token)
}

function rateLimit(context: RequestContext, { limiter, clock, options }: Dependencies): undefined {
  const { caller } = context
  if (!caller || options.rateLimits === 'off') return
  context.rateLimit = limiter.countRequest(caller.id, clock.now(), listRateLimitCosts(context))
  if (context.rateLimit.allowed || options.rateLimits === 'report') return
  const { retryAfter } = context.rateLimit
  throw new Failure(429, undefined, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
}

/** Lists the special limits that apply to a request. */
export function listRateLimitCosts(context: RequestContext): RateLimitCost[] | undefined {
  return context.operation?.limits?.map((row) => ({ row, weight: row.counts === undefined ? 1 : countItems(context, row.counts) }))
}

/** Counts the items of a body field, for example `body.files`. An unreadable body counts as 0 and is rejected later. */
function countItems(context: RequestContext, counts: string): number {
  try {
    const items = (getBody(context) as Readonly<Record<string, unknown>> | undefined)?.[counts.slice('body.'.length)]
    return Array.isArray(items) ? items.length : 0
  } catch (error) {
    if (error instanceof Failure) return 0
    throw error
  }
}

function rejectUnreadableBody({ request }: RequestContext): undefined {
  if (request.rejectStatus !== undefined) throw new Failure(request.rejectStatus)
}

function authorize({ caller, operation, path, match }: RequestContext): undefined {
  if (match && !operation) {
    const isOpen = [...match.operations.values()].some(({ access }) => access === 'open')
    if (!caller && !isOpen) throw new Failure(401, undefined, { 'www-authenticate': 'Bearer' })
    return
  }
  const access = operation?.access ?? (path.startsWith('/v2/') ? 'token' : 'open')
  if (access === 'open') return
  const needsInferenceToken = access === 'inference'
  if (!caller || (caller.kind === 'inference') !== needsInferenceToken) throw new Failure(401, undefined, { 'www-authenticate': 'Bearer' })
  if (access === 'write' && !caller.canWrite) throw new Failure(403)
  if (caller.scopes && operation?.scopes?.some((scope) => !caller.scopes?.includes(scope))) throw new Failure(403)
}

function requireRoute({ match, operation, method, path }: RequestContext): undefined {
  if (!match) throw new Failure(404, describeMissingRoute(path))
  if (operation) return
  throw new Failure(405, `${method} is not allowed here.`, { allow: listAllowed(match.operations) })
}

function describeMissingRoute(path: string): string | undefined {
  if (path.startsWith('/v2/monitoring/metrics/')) return 'not found'
  return path.startsWith('/v2/') ? 'Your request could not be routed.' : undefined
}

function listAllowed(operations: { has(method: string): boolean }): string {
  return methods.filter((name) => operations.has(name === 'HEAD' ? 'GET' : name) || name === 'OPTIONS').join(', ')
}

function validate(context: RequestContext, { findErrorMapper, platform }: Dependencies): undefined {
  const { operation, match, request, origin, caller } = context
  if (!operation || !match) return
  const { headers, url, body: rawBody } = request
  const common = { operation, headers, origin, url, caller, rawBody }
  // The authorization server parses its parameters itself: they come from three places, and its errors have their own format.
  if (operation.api === 'oauth') {
    context.call = { ...common, path: {}, query: {}, body: undefined }
    return
  }
  try {
    const { path, query, alternatives } = parseParameters(operation, match.values, request)
    const body = getBody(context)
    const tool = toolRows[operation.id]
    const ctx = () => platform.contextFor(caller?.account ?? ownerAccountId)
    if (tool) checkArguments(tool, operation, body, ctx)
    else checkBody(operation, body, ctx)
    context.call = { ...common, path, query, body, alternatives }
  } catch (error) {
    const refuse = error instanceof Failure && error.status === 422 ? findErrorMapper(operation) : undefined
    throw refuse ? refuse(error as Failure, new URL(url, 'http://localhost').searchParams) : error
  }
}

function getBody(context: RequestContext): unknown {
  const { operation, request } = context
  if (operation && !context.isBodyParsed) {
    context.body = parseBody(operation, request)
    context.isBodyParsed = true
  }
  return context.body
}

function injectFault(context: RequestContext, { faults, platform }: Dependencies): Reply | undefined {
  const { operation, call, caller } = context
  const regions = () => (call ? findRegions(call, () => platform.contextFor(caller?.account ?? ownerAccountId)) : [])
  const matched = operation && faults.matchFault({ id: operation.id, family: operation.family, regions })
  if (!matched) return undefined
  context.fault = matched
  // The connection is cut, so the client does not see this reply.
  if (matched.cut === 'before') return { status: 204 }
  if (matched.status === undefined) return undefined
  const { retryAfter } = matched
  throw new Failure(matched.status, undefined, {
    'x-sandbox-fault': matched.operation ?? '*',
    ...(matched.status === 429 && { 'ratelimit-remaining': '0' }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  })
}

/** Runs the operation that a tool stands for, with the caller of the tool and without counting it against the rate limits. */
function invokeTool(context: RequestContext, dependencies: Dependencies): Reply | undefined {
  const { operation, call } = context
  const tool = operation && toolRows[operation.id]
  if (!tool || !call) return undefined
  const prepared = prepareCall(tool, isRecord(call.body) ? call.body : {}, context.request.headers)
  const inner = new RequestContext(prepared.request, context.requestId, context.origin)
  inner.operation = prepared.operation
  inner.match = { operations: new Map([[prepared.operation.method, prepared.operation]]), values: prepared.values }
  inner.caller = context.caller
  try {
    const reply = runPipeline(inner, dependencies, operationSteps)
    return reply && { status: operation.status, body: typeof reply.body === 'string' ? reply.body : '{}' }
  } finally {
    context.fault ??= inner.fault
  }
}

function dispatch({ operation, call, caller }: RequestContext, { handlerFor, platform }: Dependencies): Reply | undefined {
  if (!operation || !call) return undefined
  const handler = handlerFor(operation)
  if (!handler) throw new Failure(501, `${operation.id} (${operation.method} ${operation.path}) is not available in the sandbox yet.`)
  const ctx = platform.contextFor(caller?.account ?? ownerAccountId)
  if (operation.method === 'GET') return handler(call, ctx)
  checkAccountLimits(operation, ctx)
  // The clock stands still during a request, so everything it writes has the same time and bills see no intermediate state.
  return ctx.clock.at(ctx.clock.now(), () => ctx.store.transaction(() => handler(call, ctx)))
}
