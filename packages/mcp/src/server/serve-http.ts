/**
 * Streamable HTTP on loopback. Web pages can reach local ports, so `Host` and `Origin` must be local. Callers need no token, and their tokens are not
 * forwarded, unless `--audience` confirms that they were issued for the platform.
 */
import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  createMcpHandler,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server'
import type { CreateMcpServer } from './create-server.ts'
import { createSessions } from './sessions.ts'

export interface HttpOptions {
  /** Port to listen on; 0 for any free port. */
  readonly port: number
  readonly forwardsTokens: boolean
  readonly report: (problem: string) => void
}

export interface RunningHttp {
  readonly url: string
  readonly close: () => Promise<void>
}

const maxMessageBytes = 1024 * 1024
const path = '/mcp'
const bearer = /^bearer +([!-~]+) *$/i

export async function serveHttp(createMcpServer: CreateMcpServer, { port, forwardsTokens, report }: HttpOptions): Promise<RunningHttp> {
  const handler = createMcpHandler(({ authInfo }) => createMcpServer(forwardsTokens && authInfo ? { token: authInfo.token } : undefined), {
    legacy: 'reject',
    maxRequestBodySize: maxMessageBytes,
    onerror: (error) => report(error.message),
  })
  const sessions = createSessions(createMcpServer, maxMessageBytes, Date.now)
  // Ends idle sessions even without requests. Does not keep the process alive.
  const sweep = setInterval(sessions.endIdle, 60_000).unref()
  const handle = async (message: IncomingMessage, response: ServerResponse) => {
    const refusal = findRefusal(message, forwardsTokens)
    if (refusal) {
      // Drains the body: closing the connection while the client sends would lose the response.
      message.resume()
      response.writeHead(refusal.status, { ...refusal.headers, 'content-type': 'application/json', connection: 'close' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message: refusal.message } }))
      return
    }
    const token = forwardsTokens ? readToken(message) : undefined
    const request = createRequest(message, response)
    const caller = token === undefined ? undefined : { token }
    const isLegacy = await isLegacyRequest(request, undefined, { maxRequestBodySize: maxMessageBytes })
    const reply = isLegacy
      ? await sessions.handle(request, caller)
      : await handler.fetch(request, caller ? { authInfo: { ...caller, clientId: 'caller', scopes: [] } } : {})
    await writeResponse(reply, response)
  }
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 30_000 }, (message, response) => {
    void handle(message, response).catch((error: unknown) => {
      report(error instanceof Error ? error.message : String(error))
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end()
    })
  })
  await listen(server, port)
  const address = server.address()
  const boundPort = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://127.0.0.1:${boundPort}${path}`,
    close: async () => {
      clearInterval(sweep)
      await Promise.all([handler.close(), sessions.close()])
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Refusal {
  readonly status: number
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

function findRefusal(message: IncomingMessage, forwardsTokens: boolean): Refusal | undefined {
  const host = validateHostHeader(message.headers.host, localhostAllowedHostnames())
  if (!host.ok) return { status: 403, message: 'The Host header must be a name of this machine.' }
  const origin = validateOriginHeader(message.headers.origin, localhostAllowedOrigins())
  if (!origin.ok) return { status: 403, message: 'Web pages of other origins may not call this server.' }
  if (Number(message.headers['content-length'] ?? 0) > maxMessageBytes)
    return { status: 413, message: `The message is larger than ${maxMessageBytes} bytes.` }
  if (message.url?.split('?', 1)[0] !== path) return { status: 404, message: `Not found. The endpoint is ${path}.` }
  if (forwardsTokens && readToken(message) === undefined) {
    return {
      status: 401,
      message: 'Send a token of the platform as Authorization: Bearer <token>.',
      headers: { 'www-authenticate': 'Bearer' },
    }
  }
  return undefined
}

function readToken({ headers }: IncomingMessage): string | undefined {
  return bearer.exec(headers.authorization ?? '')?.[1]
}

function createRequest(message: IncomingMessage, response: ServerResponse): Request {
  const method = message.method ?? 'GET'
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) {
    // Dropped here, so that nothing can forward it.
    if (name === 'authorization' || value === undefined) continue
    headers.set(name, [value].flat().join(', '))
  }
  const controller = new AbortController()
  response.once('close', () => controller.abort())
  const init: RequestInit & { duplex?: 'half' } = { method, headers, signal: controller.signal }
  if (method !== 'GET' && method !== 'HEAD') {
    init.body = Readable.toWeb(message) as ReadableStream<Uint8Array>
    init.duplex = 'half'
  }
  return new Request(`http://127.0.0.1${message.url ?? '/'}`, init)
}

async function writeResponse(reply: Response, response: ServerResponse): Promise<void> {
  response.writeHead(reply.status, Object.fromEntries(reply.headers))
  if (!reply.body) {
    response.end()
    return
  }
  // A stream may be silent for long; the headers tell the client that it is open.
  if (reply.headers.get('content-type') === 'text/event-stream') response.flushHeaders()
  // A client that disconnects ends the stream without an error.
  await pipeline(Readable.fromWeb(reply.body as never), response).catch(() => response.destroy())
}

function listen(server: HttpServer, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE' ? new Error(`Port ${port} is in use. Choose another with --port, or 0 for any that is free.`) : error,
      )
    })
    server.listen(port, '127.0.0.1', resolve)
  })
}
