/** Handles a standard `Request` in this process and returns a `Response`. */
import { setTimeout as sleep } from 'node:timers/promises'
import { cutBodyInHalf } from './cut-body-in-half.ts'
import { parseForwardedOrigin } from '../http/parse-forwarded.ts'
import type { CoreRequest, CoreResponse, CutAt, ConnectionFault } from '../http/messages.ts'

interface Core {
  readonly handle: (request: CoreRequest) => CoreResponse | Promise<CoreResponse>
  readonly prepare: (request: CoreRequest) => Promise<CoreRequest> | undefined
}

export async function handleFetch(request: Request, { handle, prepare }: Core): Promise<Response> {
  const { pathname, search, host, protocol } = new URL(request.url)
  const requestBody = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
  request.signal.throwIfAborted()
  const headers: CoreRequest['headers'] = { host, ...Object.fromEntries(request.headers) }
  const read: CoreRequest = {
    method: request.method,
    url: `${pathname}${search}`,
    headers,
    // A caller in this process is always trusted.
    origin: parseForwardedOrigin(headers, protocol === 'https:' ? 'https' : 'http'),
    body: requestBody,
  }
  const prepared = prepare(read)
  const handled = await handle(prepared ? await prepared : read)
  const response = handled.complete ? await handled.complete(request.signal) : handled
  request.signal.throwIfAborted()
  if (response.fault) await applyFault(response.fault, request.signal)
  const responseHeaders = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
  const body = response.fault?.cut === 'middle' ? truncateBody(response.body) : response.body
  return new Response(response.status === 204 ? null : toBody(body), { status: response.status, headers: responseHeaders })
}

/** Waits and fails as `fetch` does when the connection closes before the response. */
async function applyFault({ latency, cut }: ConnectionFault, signal: AbortSignal): Promise<void> {
  // An aborted request rejects with the reason of its signal, for example a timeout.
  if (latency > 0) await sleep(latency, undefined, { signal }).catch(() => signal.throwIfAborted())
  if (cut === 'before' || cut === 'after') throw new TypeError('fetch failed', { cause: createFaultError(cut) })
}

/** Yields half of a body, then fails as a stream does when the connection closes. */
async function* truncateBody(body: CoreResponse['body']): AsyncGenerator<string, void, undefined> {
  for await (const chunk of cutBodyInHalf(body)) yield typeof chunk === 'string' ? chunk : new TextDecoder('latin1').decode(chunk)
  throw new TypeError('terminated', { cause: createFaultError('middle') })
}

function createFaultError(position: CutAt): Error {
  return new Error(`The connection was cut (${position}) by an injected fault.`)
}

function toBody(body: CoreResponse['body']): string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null {
  if (body === null || typeof body === 'string') return body
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return ReadableStream.from(body).pipeThrough(new TextEncoderStream()) as ReadableStream<Uint8Array>
}
