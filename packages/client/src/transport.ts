/**
 * Sends one request. The only module that knows openapi-fetch, of which it uses the serializers: building a URL string and
 * a plain init, without `Request` objects, is what keeps a call close to bare `fetch`.
 */
import { createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch'
import type { CallOptions } from './call.ts'
import { type ClientOptions, missingToken, resolveBaseUrl, resolveToken, type Token } from './configuration.ts'
import { CloudError, ConnectionError, TimeoutError } from './errors.ts'
import type { OperationFacts } from './family-table.ts'

/** What any operation's request may have; the generated types say which of it each one takes. */
export interface AnyRequest {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export interface Target {
  readonly api: string
  readonly method: string
  readonly path: string
  readonly facts: OperationFacts
}

export type Send = (target: Target, request?: AnyRequest, options?: CallOptions) => Promise<Response>

const querySerializer = createQuerySerializer()

export function createTransport(options: ClientOptions = {}): Send {
  const places = new Map<string, { readonly baseUrl: string; readonly token: Token | undefined }>()
  const placeOf = (api: string) => {
    let place = places.get(api)
    if (!place) places.set(api, (place = { baseUrl: resolveBaseUrl(options, api), token: resolveToken(options, api) }))
    return place
  }
  // A missing base URL is said at once, not at the first call.
  if (!options.apis) placeOf('control')

  return async (target, request = {}, { signal, timeoutMs = options.timeoutMs ?? 60_000, headers } = {}) => {
    const operation = `${target.method} ${target.path}`
    const { baseUrl, token } = placeOf(target.api)
    const bearer = typeof token === 'function' ? await token() : token
    if (!bearer && !target.facts.open) throw missingToken(operation, target.api)
    const url = createFinalURL(target.path, {
      baseUrl,
      params: { path: checkPath(operation, request.path), query: request.query as Record<string, unknown> },
      querySerializer,
      pathSerializer: defaultPathSerializer,
    })
    const { body } = request
    const init: RequestInit = {
      method: target.method,
      headers: mergeHeaders(
        bearer ? { authorization: `Bearer ${bearer}` } : {},
        body === undefined ? {} : { 'content-type': target.facts.form ? 'application/x-www-form-urlencoded' : 'application/json' },
        options.headers,
        request.header,
        headers,
      ),
    }
    if (body !== undefined)
      init.body = target.facts.form ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body)
    const timeout = timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : undefined
    const either = signal && timeout ? AbortSignal.any([signal, timeout]) : (signal ?? timeout)
    if (either) init.signal = either
    try {
      return await (options.fetch ?? fetch)(url, init)
    } catch (error) {
      throw explain(error, operation, baseUrl, timeoutMs, signal)
    }
  }
}

/** A value of `.` or `..` would be read as a step in the path and reach another operation. */
function checkPath(operation: string, path: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  for (const name in path) {
    const value = path[name]
    if (value === undefined || value === null || value === '' || value === '.' || value === '..') {
      throw new CloudError(`${operation}: path parameter "${name}" cannot be ${value === '' ? 'empty' : String(value)}.`)
    }
  }
  return path as Record<string, unknown>
}

function mergeHeaders(...all: readonly (Readonly<Record<string, unknown>> | undefined)[]): Record<string, string> {
  const merged: Record<string, string> = {}
  for (const headers of all) {
    for (const name in headers) {
      const value = headers[name]
      if (value === undefined) delete merged[name.toLowerCase()]
      else merged[name.toLowerCase()] = String(value)
    }
  }
  return merged
}

function explain(error: unknown, operation: string, baseUrl: string, timeoutMs: number, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new TimeoutError(`${operation}: no complete answer within ${timeoutMs} ms.`, { cause: error })
  }
  const { cause } = error as { readonly cause?: { readonly code?: string } }
  return new ConnectionError(`${operation}: no answer from ${new URL(baseUrl).host}${cause?.code ? ` (${cause.code})` : ''}.`, {
    cause: error,
  })
}
