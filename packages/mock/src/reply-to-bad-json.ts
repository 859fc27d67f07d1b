/**
 * Replies 400 to a body that is not JSON. Prism 5.16 never replies: it reads the body, then waits for the end of the request, which has already passed.
 * Its late `close` listener reveals the bug. Remove this file when Prism replies itself.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { IHttpConfig, PrismHttpInstance } from '@stoplight/prism-http'

const channel = 'http.server.request.start'

export interface MockServer {
  readonly prism: PrismHttpInstance
  readonly config: IHttpConfig
  readonly port: number
}

/** Starts replying to invalid JSON. Returns a function that stops it. */
export function replyToBadJson(server: MockServer): () => void {
  const watch = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    if (request.socket.localPort !== server.port) return
    request.on('newListener', (event) => {
      if (event === 'close' && request.readableEnded && !response.headersSent) void sendBadRequest(server, request, response)
    })
  }
  subscribe(channel, watch)
  return () => unsubscribe(channel, watch)
}

async function sendBadRequest({ prism, config }: MockServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const input = {
    method: (request.method ?? 'get').toLowerCase() as 'post',
    url: { path: pathname },
    headers: { authorization: request.headers.authorization ?? '' },
  }
  const mockOnly: IHttpConfig = {
    ...config,
    isProxy: false,
    validateRequest: false,
    validateResponse: false,
    mock: { ...config.mock, dynamic: false, code: 400 },
  }
  const result = await prism.request(input, [], mockOnly)()
  const output = 'right' in result ? result.right.output : undefined
  for (const [name, value] of Object.entries(output?.headers ?? {})) response.setHeader(name, value)
  response.statusCode = output?.statusCode ?? 400
  response.end(JSON.stringify(output?.body ?? { id: 'bad_request', message: 'The body is not valid JSON.' }))
}
