/** The core behind the standard's `Request` and `Response`. */
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
  const sent = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
  request.signal.throwIfAborted()
  const headers: CoreRequest['headers'] = { host, ...Object.fromEntries(request.headers) }
  const read: CoreRequest = {
    method: request.method,
    url: `${pathname}${search}`,
    headers,
    // In this process there is nobody who could not be believed.
    origin: parseForwardedOrigin(headers, protocol === 'https:' ? 'https' : 'http'),
    body: sent,
  }
  const prepared = prepare(read)
  const answer = await handle(prepared ? await prepared : read)
  if (answer.fault) await applyFault(answer.fault, request.signal)
  const answered = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
  const body = answer.fault?.cut === 'middle' ? truncateBody(answer.body) : answer.body
  return new Response(answer.status === 204 ? null : toBody(body), { status: answer.status, headers: answered })
}

/** What `fetch` does when a connection ends before the answer. */
async function applyFault({ latency, cut }: ConnectionFault, signal: AbortSignal): Promise<void> {
  // Who waits no longer is told why: a timeout of theirs, for example.
  if (latency > 0) await sleep(latency, undefined, { signal }).catch(() => signal.throwIfAborted())
  if (cut === 'before' || cut === 'after') throw new TypeError('fetch failed', { cause: createFaultError(cut) })
}

/** And what reading the body does when it ends within it. */
async function* truncateBody(body: CoreResponse['body']): AsyncGenerator<string, void, undefined> {
  for await (const piece of cutBodyInHalf(body)) yield typeof piece === 'string' ? piece : new TextDecoder('latin1').decode(piece)
  throw new TypeError('terminated', { cause: createFaultError('middle') })
}

function createFaultError(cut: CutAt): Error {
  return new Error(`The connection was cut (${cut}): a fault that was asked for.`)
}

function toBody(body: CoreResponse['body']): string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null {
  if (body === null || typeof body === 'string') return body
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return ReadableStream.from(body).pipeThrough(new TextEncoderStream()) as ReadableStream<Uint8Array>
}
