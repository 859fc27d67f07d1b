/** Sends requests over keep-alive connections, one for each concurrent caller, so that they compete in the server and not in a client queue. */
import { Agent, request } from 'node:http'

export interface HttpRequest {
  readonly method: string
  readonly path: string
  /** JSON body. */
  readonly body?: unknown
  /** JSON body as text. */
  readonly text?: string
  /** Form body. */
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Replaces the token of the client; empty sends none. */
  readonly token?: string
}

export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
}

/** Rejects when the connection breaks before the response is complete. */
export type SendRequest = (call: HttpRequest) => Promise<HttpResponse>

export interface HttpClient extends Disposable {
  readonly send: SendRequest
  readonly close: () => void
}

export function createHttpClient(url: string, token: string, callers: number): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: callers, maxFreeSockets: callers, noDelay: true })
  const { hostname: host, port } = new URL(url)
  const close = () => agent.destroy()
  return {
    close,
    [Symbol.dispose]: close,
    send: ({ method, path, body, text: sentText = body === undefined ? '' : JSON.stringify(body), form, headers, token: own = token }) =>
      new Promise((resolve, reject) => {
        const payload = form ? new URLSearchParams(form).toString() : sentText
        const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
        const outgoing = request({
          agent,
          host,
          port,
          method,
          path,
          headers: {
            ...(own !== '' && { authorization: `Bearer ${own}` }),
            ...(payload !== '' && { 'content-type': type }),
            'content-length': Buffer.byteLength(payload),
            ...headers,
          },
        })
        outgoing.on('error', reject).on('response', (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => (text += chunk)).on('error', reject)
          response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
        })
        outgoing.end(payload)
      }),
  }
}

/** Parses the body of a successful response, without validation. @throws Error for other statuses */
export function parseBody<T>({ status, text }: HttpResponse): T {
  if (status >= 400 || text === '') throw new Error(`Expected a successful response with a body, got ${status}: ${text.slice(0, 200)}`)
  return JSON.parse(text) as T
}

/** Advances the clock of the sandbox and runs the jobs that become due. */
export async function advanceClock(send: SendRequest, seconds: number): Promise<void> {
  parseBody(await send({ method: 'POST', path: '/_sandbox/clock', body: { advance_seconds: seconds }, token: '' }))
}
