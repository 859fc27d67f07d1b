/** Proxy on loopback that forwards every request to one target and reports each exchange. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { isAllowedOrigin, isLoopbackHost } from '../../control/check-control.ts'
import type { Exchange } from '../exchange.ts'
import { describeSystemError } from '../../describe-system-error.ts'

const http = process.getBuiltinModule('node:http')
const https = process.getBuiltinModule('node:https')

/** Hop-by-hop headers, and `accept-encoding`, so that bodies are not compressed. */
const connectionHeaders = new Set(
  'connection keep-alive proxy-connection transfer-encoding upgrade te trailer host accept-encoding'.split(' '),
)

/** @returns the proxy's URL, and a function that stops it after open requests @throws Error with a one-line message when the port is in use */
export async function startRecorder({
  target,
  port,
  onExchange,
  onError,
  now = Date.now,
}: {
  readonly target: URL
  readonly port: number
  readonly onExchange: (context: Exchange) => void
  readonly onError: (message: string) => void
  readonly now?: () => number
}) {
  const server = http.createServer((request, response) => {
    if (!isLocal(request.headers)) {
      request.resume()
      response.writeHead(403, { 'content-type': 'application/json' }).end(forbidden)
      return
    }
    forward(request, response, target, now).then(onExchange, (error: unknown) => {
      onError(`${request.method} ${request.url?.split('?')[0]}: ${target.origin} did not answer (${describeSystemError(error)}).`)
      if (response.headersSent) response.destroy()
      else
        response.writeHead(502, { 'content-type': 'application/json' }).end('{"id":"bad_gateway","message":"The target did not answer."}')
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const isTaken = cause.code === 'EADDRINUSE'
      reject(isTaken ? new Error(`Port ${port} is in use. Choose another with --port, or 0 for any that is free.`, { cause }) : cause)
    })
    server.listen(port, '127.0.0.1', resolve)
  })
  const close = async () => {
    const timer = setTimeout(() => server.closeAllConnections(), 5000)
    await new Promise((resolve) => server.close(resolve))
    clearTimeout(timer)
  }
  return { url: `http://127.0.0.1:${(server.address() as { readonly port: number }).port}`, close }
}

const forbidden = '{"id":"forbidden","message":"The recorder accepts only requests of this machine, and of pages on it."}'

/** Returns true for a loopback host and no page of another site: the requests of a page could reach the real account. */
function isLocal({ host = '', origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return isLoopbackHost(host) && (origin === undefined ? site !== 'cross-site' : isAllowedOrigin(origin, {}))
}

async function forward(request: IncomingMessage, response: ServerResponse, target: URL, now: () => number): Promise<Exchange> {
  const at = now()
  const requestBody = await collect(request)
  // Requests always go to the target, whatever host they name.
  const url = (request.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '') || '/'
  const { method = 'GET' } = request
  const headers = { ...removeConnectionHeaders(request.headers), host: target.host, 'accept-encoding': 'identity' }
  const upstreamResponse = await new Promise<IncomingMessage>((resolve, reject) => {
    const { protocol, hostname } = target
    const outgoing = (protocol === 'https:' ? https : http).request(
      { protocol, hostname, port: target.port, path: url, method, headers },
      resolve,
    )
    outgoing.once('error', reject).end(requestBody)
  })
  const { statusCode: status = 502 } = upstreamResponse
  response.writeHead(status, removeConnectionHeaders(upstreamResponse.headers))
  const body = await collect(upstreamResponse, (chunk) => response.write(chunk))
  response.end()
  return {
    method,
    origin: target.origin,
    url,
    requestHeaders: flatten(request.headers),
    requestBody: requestBody.toString(),
    at,
    durationMs: now() - at,
    status,
    headers: flatten(upstreamResponse.headers),
    body: body.toString(),
  }
}

async function collect(stream: AsyncIterable<Buffer>, onChunk?: (chunk: Buffer) => void): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) {
    onChunk?.(chunk)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const removeConnectionHeaders = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !connectionHeaders.has(name)))

const flatten = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join('; ') : (value ?? '')]))
