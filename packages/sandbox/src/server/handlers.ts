/** Everything that happens to a request, in this order. A handler that returns a reply ends the way; one that throws a `Failure` too. */
import type { Reply } from '../engine/call.ts'
import { Failure } from '../engine/failure.ts'
import type { Share } from '../limits/limiter.ts'
import type { Parts } from '../parts.ts'
import { answerControl } from '../control/answer-control.ts'
import type { Exchange } from './exchange.ts'
import { checkBody, parseBody, readParameters } from './read-request.ts'

export type Handler = (exchange: Exchange, parts: Parts) => Reply | undefined

export const handlers: readonly Handler[] = [
  answerPreflight,
  answerControl,
  findOperation,
  identifyCaller,
  applyLimits,
  refuseUnread,
  authorize,
  checkRoute,
  validate,
  injectFault,
  behave,
]

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** OPTIONS is for browsers; it is neither counted nor asked for a token. */
function answerPreflight({ request }: Exchange): Reply | undefined {
  if (request.method !== 'OPTIONS') return undefined
  const allowed = methods.join(', ')
  return {
    status: 204,
    headers: {
      allow: allowed,
      'access-control-allow-methods': allowed,
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? 'authorization, content-type',
      'access-control-max-age': '86400',
    },
  }
}

function findOperation(exchange: Exchange, { route }: Parts): undefined {
  exchange.match = route(exchange.path)
  exchange.operation = exchange.match?.operations.get(exchange.method)
}

const bearer = /^bearer +(\S+) *$/i

function identifyCaller(exchange: Exchange, { tokens }: Parts): undefined {
  const [, token] = bearer.exec(exchange.request.headers['authorization'] ?? '') ?? []
  if (token !== undefined) exchange.caller = tokens.recognise(token)
}

function applyLimits(exchange: Exchange, { limiter, clock, options }: Parts): undefined {
  const { caller, operation } = exchange
  if (!caller || options.rateLimits === 'off') return
  const shares = operation?.limits?.map((row): Share => ({ row, weight: row.counts === undefined ? 1 : countItems(exchange, row.counts) }))
  exchange.verdict = limiter.take(caller.id, clock.now(), shares)
  if (exchange.verdict.allowed) return
  const { retryAfter } = exchange.verdict
  throw new Failure(429, undefined, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
}

/** `body.files` → how many files the body has. A body that cannot be read is refused later and counts for nothing. */
function countItems(exchange: Exchange, counts: string): number {
  try {
    const items = (readBody(exchange) as Readonly<Record<string, unknown>> | undefined)?.[counts.slice('body.'.length)]
    return Array.isArray(items) ? items.length : 0
  } catch (error) {
    if (error instanceof Failure) return 0
    throw error
  }
}

function refuseUnread({ request }: Exchange): undefined {
  if (request.refused !== undefined) throw new Failure(request.refused)
}

function authorize({ caller, operation, path, match }: Exchange): undefined {
  const access = operation?.access ?? (path.startsWith('/v2/') || match ? 'token' : 'open')
  if (access === 'open') return
  const wanted = access === 'inference'
  if (!caller || (caller.kind === 'inference') !== wanted) throw new Failure(401, undefined, { 'www-authenticate': 'Bearer' })
  if (access === 'write' && !caller.canWrite) throw new Failure(403)
  if (caller.scopes && operation?.scopes?.some((scope) => !caller.scopes?.includes(scope))) throw new Failure(403)
}

function checkRoute({ match, operation, method }: Exchange): undefined {
  if (!match) throw new Failure(404)
  if (operation) return
  const allowed = methods.filter((name) => match.operations.has(name === 'HEAD' ? 'GET' : name) || name === 'OPTIONS')
  throw new Failure(405, `${method} is not allowed here.`, { allow: allowed.join(', ') })
}

function validate(exchange: Exchange): undefined {
  const { operation, match, request } = exchange
  if (!operation || !match) return
  const { path, query } = readParameters(operation, match.values, request)
  const body = readBody(exchange)
  checkBody(operation, body)
  exchange.call = { operation, path, query, body, headers: request.headers, origin: readOrigin(request.headers), url: request.url }
}

function readBody(exchange: Exchange): unknown {
  const { operation, request } = exchange
  if (operation && !exchange.isBodyParsed) {
    exchange.body = parseBody(operation, request)
    exchange.isBodyParsed = true
  }
  return exchange.body
}

/** What the client wrote into its address bar, through a proxy too. */
function readOrigin(headers: Exchange['request']['headers']): string {
  const scheme = headers['x-forwarded-proto']?.split(',', 1)[0]?.trim() ?? 'http'
  const host = headers['x-forwarded-host']?.split(',', 1)[0]?.trim() ?? headers['host'] ?? '127.0.0.1'
  return `${scheme === 'https' ? 'https' : 'http'}://${host}`
}

function injectFault(exchange: Exchange, { faults }: Parts): Reply | undefined {
  const strike = exchange.operation && faults.strike(exchange.operation.id)
  if (!strike) return undefined
  exchange.trouble = strike
  // The client sees none of it.
  if (strike.cut === 'before') return { status: 204 }
  if (strike.status === undefined) return undefined
  const { retryAfter } = strike
  throw new Failure(strike.status, `This is a fault that was asked for through /_sandbox/faults (${strike.operation}).`, {
    ...(strike.status === 429 && { 'ratelimit-remaining': '0' }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  })
}

function behave({ operation, call }: Exchange, { behaviorOf, world }: Parts): Reply | undefined {
  if (!operation || !call) return undefined
  const behavior = behaviorOf(operation)
  if (!behavior) throw new Failure(501, `${operation.id} (${operation.method} ${operation.path}) is not available in the sandbox yet.`)
  return operation.method === 'GET' ? behavior(call, world) : world.store.transaction(() => behavior(call, world))
}
