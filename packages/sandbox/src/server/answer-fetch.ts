/** The core behind the standard's `Request` and `Response`. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { CoreRequest, CoreResponse, Trouble } from './messages.ts'

export async function answerFetch(request: Request, handle: (request: CoreRequest) => CoreResponse): Promise<Response> {
  const { pathname, search, host } = new URL(request.url)
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
  const answer = handle({
    method: request.method,
    url: `${pathname}${search}`,
    headers: { host, ...Object.fromEntries(request.headers) },
    body,
  })
  if (answer.trouble) await suffer(answer.trouble)
  const headers = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
  return new Response(answer.status === 204 ? null : toBody(answer.body), { status: answer.status, headers })
}

/** What `fetch` does when a connection ends early. */
async function suffer({ latency, cut }: Trouble): Promise<void> {
  if (latency > 0) await sleep(latency)
  if (cut !== undefined)
    throw new TypeError('fetch failed', { cause: new Error(`The connection was cut (${cut}): a fault that was asked for.`) })
}

function toBody(body: CoreResponse['body']): string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null {
  if (body === null || typeof body === 'string') return body
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return ReadableStream.from(body).pipeThrough(new TextEncoderStream()) as ReadableStream<Uint8Array>
}
