/**
 * Answers a body that is not JSON with the operation's own 400. Prism 5.16 never answers it: having read the body, it waits for the request
 * to end, which happened before it began to wait. The late listener is how we know. When a later Prism answers by itself, remove this file.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { IHttpConfig, PrismHttpInstance } from '@stoplight/prism-http'

const channel = 'http.server.request.start'

export interface Answering {
  readonly prism: PrismHttpInstance
  readonly config: IHttpConfig
  readonly port: number
}

/** Returns a function that stops it. */
export function answerBadJson(server: Answering): () => void {
  const watch = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    if (request.socket.localPort !== server.port) return
    request.on('newListener', (event) => {
      if (event === 'close' && request.readableEnded && !response.headersSent) void answer(server, request, response)
    })
  }
  subscribe(channel, watch)
  return () => unsubscribe(channel, watch)
}

async function answer({ prism, config }: Answering, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const asked = {
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
  const result = await prism.request(asked, [], mockOnly)()
  const output = 'right' in result ? result.right.output : undefined
  for (const [name, value] of Object.entries(output?.headers ?? {})) response.setHeader(name, value)
  response.statusCode = output?.statusCode ?? 400
  response.end(JSON.stringify(output?.body ?? { id: 'bad_request', message: 'The body is not valid JSON.' }))
}
