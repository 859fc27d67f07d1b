/** A proxy on loopback: every request goes on to the one target, every answer comes back as it is, and both are handed on to be written down. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Exchange } from '../exchange.ts'

const http = process.getBuiltinModule('node:http')
const https = process.getBuiltinModule('node:https')

export interface Recorder {
  readonly url: string
  /** Waits for what is being asked, then listens no more. */
  readonly close: () => Promise<void>
}

export interface RecorderOptions {
  readonly target: URL
  readonly port: number
  readonly onExchange: (exchange: Exchange) => void
  readonly onError: (message: string) => void
  readonly now?: () => number
}

/** Headers of one connection, which is not the other's. Compression is not asked for, so that bodies can be read. */
const ofConnection = new Set('connection keep-alive proxy-connection transfer-encoding upgrade te trailer host accept-encoding'.split(' '))

/** What is being asked when a stop is asked for may go on for so long. */
const mostPatience = 5000

/** @throws Error in one line, when the port is taken */
export async function startRecorder({ target, port, onExchange, onError, now = Date.now }: RecorderOptions): Promise<Recorder> {
  const server = http.createServer((request, response) => {
    void forward(request, response, target, now).then(onExchange, (error: unknown) => {
      onError(`${request.method} ${request.url?.split('?')[0]}: ${target.origin} did not answer (${(error as Error).message}).`)
      if (response.headersSent) response.destroy()
      else
        response.writeHead(502, { 'content-type': 'application/json' }).end('{"id":"bad_gateway","message":"The target did not answer."}')
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is in use. Choose another with --port, or 0 for any that is free.`, { cause: error })
          : error,
      ),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: bound } = server.address() as { readonly port: number }
  const close = () =>
    new Promise<void>((resolve) => {
      const cut = setTimeout(() => server.closeAllConnections(), mostPatience)
      server.close(() => {
        clearTimeout(cut)
        resolve()
      })
      server.closeIdleConnections()
    })
  return { url: `http://127.0.0.1:${bound}`, close }
}

async function forward(request: IncomingMessage, response: ServerResponse, target: URL, now: () => number): Promise<Exchange> {
  const at = now()
  const sent = await collect(request)
  // Whatever host a request names, it goes to the target and nowhere else.
  const url = (request.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '') || '/'
  const { method = 'GET' } = request
  const headers = {
    ...Object.fromEntries(Object.entries(request.headers).filter(([name]) => !ofConnection.has(name))),
    host: target.host,
    'accept-encoding': 'identity',
  }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const { request: ask } = target.protocol === 'https:' ? https : http
    const outgoing = ask({ protocol: target.protocol, hostname: target.hostname, port: target.port, path: url, method, headers }, resolve)
    outgoing.once('error', reject)
    outgoing.end(sent)
  })
  const { statusCode: status = 502 } = answer
  response.writeHead(status, Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !ofConnection.has(name))))
  const body = await collect(answer, (piece) => response.write(piece))
  response.end()
  return {
    method,
    origin: target.origin,
    url,
    requestHeaders: flatten(request.headers),
    requestBody: sent.toString(),
    at,
    took: now() - at,
    status,
    headers: flatten(answer.headers),
    body: body.toString(),
  }
}

async function collect(stream: IncomingMessage, onPiece?: (piece: Buffer) => void): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of stream as AsyncIterable<Buffer>) {
    onPiece?.(piece)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const flatten = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join('; ') : (value ?? '')]))
