/**
 * Streamable HTTP on loopback. A page in a browser can reach a port of this machine, so `Host` and `Origin` must be local; who
 * calls needs no token, and one that is sent is not passed on, unless the server was told that callers' tokens are made for
 * the platform.
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
  /** 0 for any that is free. */
  readonly port: number
  readonly forwardsTokens: boolean
  readonly report: (problem: string) => void
}

export interface RunningHttp {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Bytes of one message. */
const largest = 1024 * 1024
const path = '/mcp'
const bearer = /^bearer +([!-~]+) *$/i

export async function serveHttp(createMcpServer: CreateMcpServer, { port, forwardsTokens, report }: HttpOptions): Promise<RunningHttp> {
  const handler = createMcpHandler(({ authInfo }) => createMcpServer(forwardsTokens && authInfo ? { token: authInfo.token } : undefined), {
    legacy: 'reject',
    maxRequestBodySize: largest,
    onerror: (error) => report(error.message),
  })
  const sessions = createSessions(createMcpServer, largest, Date.now)
  // Also when nobody calls any more. It keeps no process alive.
  const sweep = setInterval(sessions.endIdle, 60_000).unref()
  const answer = async (message: IncomingMessage, response: ServerResponse) => {
    const refusal = refuse(message, forwardsTokens)
    if (refusal) {
      // What is left of its body is read and dropped: a connection that is closed in the middle of it would lose the answer.
      message.resume()
      response.writeHead(refusal.status, { ...refusal.headers, 'content-type': 'application/json', connection: 'close' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message: refusal.message } }))
      return
    }
    const token = forwardsTokens ? readToken(message) : undefined
    const request = createRequest(message, response)
    const caller = token === undefined ? undefined : { token }
    const isOlder = await isLegacyRequest(request, undefined, { maxRequestBodySize: largest })
    const given = isOlder
      ? await sessions.answer(request, caller)
      : await handler.fetch(request, caller ? { authInfo: { ...caller, clientId: 'caller', scopes: [] } } : {})
    await write(given, response)
  }
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 30_000 }, (message, response) => {
    void answer(message, response).catch((error: unknown) => {
      report(error instanceof Error ? error.message : String(error))
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end()
    })
  })
  await listen(server, port)
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://127.0.0.1:${bound}${path}`,
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

function refuse(message: IncomingMessage, forwardsTokens: boolean): Refusal | undefined {
  const host = validateHostHeader(message.headers.host, localhostAllowedHostnames())
  if (!host.ok) return { status: 403, message: 'The Host header must name this machine.' }
  const origin = validateOriginHeader(message.headers.origin, localhostAllowedOrigins())
  if (!origin.ok) return { status: 403, message: 'Pages of other sites may not call this server.' }
  if (Number(message.headers['content-length'] ?? 0) > largest) return { status: 413, message: `A message has at most ${largest} bytes.` }
  if (message.url?.split('?', 1)[0] !== path) return { status: 404, message: `The server answers at ${path}.` }
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
    // Of no use to anything behind this line, so that nothing behind it can pass it on.
    if (name === 'authorization' || value === undefined) continue
    headers.set(name, [value].flat().join(', '))
  }
  const leave = new AbortController()
  response.once('close', () => leave.abort())
  const init: RequestInit & { duplex?: 'half' } = { method, headers, signal: leave.signal }
  if (method !== 'GET' && method !== 'HEAD') {
    init.body = Readable.toWeb(message) as ReadableStream<Uint8Array>
    init.duplex = 'half'
  }
  return new Request(`http://127.0.0.1${message.url ?? '/'}`, init)
}

async function write(given: Response, response: ServerResponse): Promise<void> {
  response.writeHead(given.status, Object.fromEntries(given.headers))
  if (!given.body) {
    response.end()
    return
  }
  // A stream may have nothing to say for long; its client wants to know that it is open.
  if (given.headers.get('content-type') === 'text/event-stream') response.flushHeaders()
  // A client that goes away ends the stream; there is nobody to tell.
  await pipeline(Readable.fromWeb(given.body as never), response).catch(() => response.destroy())
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
