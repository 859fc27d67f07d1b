/**
 * Sends one request. The only module that knows openapi-fetch, of which it uses the parameter serializer: building a URL string
 * and a plain init, without `Request` objects, is what keeps a call close to bare `fetch`.
 */
import { serializePrimitiveParam } from 'openapi-fetch'
import type { CallOptions } from './call.ts'
import { type ClientOptions, missingToken, resolveBaseUrl, resolveToken, type Token } from './configuration.ts'
import { CloudError, ConfigurationError, ConnectionError, TimeoutError } from './errors.ts'
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

export interface Answer {
  /** Method and path template, for messages. */
  readonly operation: string
  /** Its headers have come, its body may still be on the way. */
  readonly response: Response
  /** What to throw when the body could not be read to its end. */
  readonly explain: (error: unknown, response: Response) => unknown
}

export type Send = (target: Target, request?: AnyRequest, options?: CallOptions) => Promise<Answer>

/** With `api`, its missing base URL is an error at once and not at the first call. */
export function createTransport(options: ClientOptions = {}, api?: string): Send {
  const places = new Map<string, { readonly baseUrl: string; readonly token: Token | undefined }>()
  const placeOf = (name: string) => {
    let place = places.get(name)
    if (!place) places.set(name, (place = { baseUrl: resolveBaseUrl(options, name), token: resolveToken(options, name) }))
    return place
  }
  if (api) placeOf(api)

  return async (target, request = {}, { signal, timeoutMs = options.timeoutMs ?? 60_000, headers } = {}) => {
    signal?.throwIfAborted()
    const operation = `${target.method} ${target.path}`
    const { baseUrl, token } = placeOf(target.api)
    const { form, open } = target.facts
    const bearer = open ? undefined : await readToken(token, operation, target.api)
    const query = serialize(request.query)
    const url = baseUrl + fillPath(operation, target.path, request.path) + (query && `?${query}`)
    const { body } = request
    const isBytes = Object(body).byteLength !== undefined
    const type = form ? 'x-www-form-urlencoded' : isBytes ? 'octet-stream' : 'json'
    const init: RequestInit = {
      method: target.method,
      headers: mergeHeaders(
        bearer ? { authorization: `Bearer ${bearer}` } : {},
        body === undefined ? {} : { 'content-type': `application/${type}` },
        options.headers,
        request.header,
        headers,
      ),
    }
    if (body !== undefined) init.body = form ? serialize(body) : isBytes ? (body as ArrayBuffer) : JSON.stringify(body)
    // Timers cannot wait longer than 2³¹ − 1 ms; they would fire at once.
    const timeout = timeoutMs > 0 && timeoutMs < 2 ** 31 ? AbortSignal.timeout(timeoutMs) : undefined
    const either = signal && timeout ? AbortSignal.any([signal, timeout]) : (signal ?? timeout)
    if (either) init.signal = either
    const explain = (error: unknown, response?: Response): unknown => {
      if (signal?.aborted) return signal.reason
      if (timeout?.aborted) return new TimeoutError(`${operation}: no complete answer within ${timeoutMs} ms.`, { cause: error })
      const { code } = Object((error as Error | undefined)?.cause)
      const what = response ? `the answer (${response.status}) broke off, from` : 'no answer from'
      return new ConnectionError(`${operation}: ${what} ${new URL(baseUrl).host}${code ? ` (${code})` : ''}.`, { cause: error })
    }
    try {
      return { operation, response: await (options.fetch ?? fetch)(url, init), explain }
    } catch (error) {
      throw explain(error)
    }
  }
}

/** What `fetch` says of a header it cannot send repeats that header, so a broken token must not get as far as that. */
async function readToken(token: Token | undefined, operation: string, api: string): Promise<string> {
  const bearer = (typeof token === 'function' ? await token() : token)?.trim()
  if (!bearer) throw missingToken(operation, api)
  if (!/^[!-~]+$/.test(bearer)) {
    throw new ConfigurationError(`${operation}: the token has a space, a line break or another character that no token has.`)
  }
  return bearer
}

/** An array's values one by one under its name, an object's as `name[key]`. openapi-fetch's own for this brings every style of OpenAPI. */
function serialize(values: unknown, wrap = (name: string) => name): string {
  const parts: string[] = []
  for (const [name, value] of Object.entries(Object(values))) {
    for (const each of [value].flat()) {
      if (each === undefined || each === null) continue
      parts.push(
        typeof each === 'object' ? serialize(each, (key) => `${wrap(name)}[${key}]`) : serializePrimitiveParam(wrap(name), String(each)),
      )
    }
  }
  return parts.join('&')
}

/** An empty value, `.` or `..` would be read as steps in the path and reach another operation. */
function fillPath(operation: string, template: string, path: Readonly<Record<string, unknown>> = {}): string {
  return template.replace(/\{(.+?)\}/g, (_, name: string) => {
    const value = path[name]
    if (unusable.has(value)) {
      throw new CloudError(`${operation}: path parameter "${name}" cannot be ${value === '' ? 'empty' : String(value)}.`)
    }
    return encodeURIComponent(String(value))
  })
}

const unusable = new Set<unknown>(['', '.', '..', undefined, null])

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
