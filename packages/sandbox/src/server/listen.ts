/** The HTTP server: reads requests with limits, passes them to the core and writes the responses. */
import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { cutBodyInHalf } from './cut-body-in-half.ts'
import type { CoreRequest, CoreResponse, ConnectionFault } from '../http/messages.ts'
import { createBodyReader } from './read-body.ts'
import { removeForwardedHeaders, type IsTrusted, parseClientAddress, parseForwardedOrigin } from '../http/parse-forwarded.ts'
import { createClientErrorHandler, hasInvalidHost } from './reject-malformed.ts'
import { createStopTimer } from './stop-timer.ts'

export interface HttpServer {
  /** Base URL for clients on this machine. */
  readonly url: string
  readonly close: () => Promise<void>
}

// An import would load Node's fetch and WebSocket too, which slows down the start.
const { createServer } = process.getBuiltinModule('node:http')

type SubmitRequest = (request: CoreRequest, respond: (response: CoreResponse) => void) => void
type HandleAll = (requests: readonly CoreRequest[]) => readonly CoreResponse[]

/** `requireHostHeader` is false so that the sandbox, not Node, formats the error response. */
const limits = { maxHeaderSize: 16 * 1024, keepAliveTimeout: 72_000, requireHostHeader: false }
/** Further connections are closed at once. Browsers and clients use fewer than 100. */
const maxConnections = 4096

/** The functions of the core that the server calls. */
export interface Core {
  readonly handleAll: HandleAll
  /** Runs slow work before the request is handled, without blocking other requests; undefined if there is none. */
  readonly prepare: (request: CoreRequest) => Promise<CoreRequest> | undefined
  /** Delays a response, for example until services have applied its changes; undefined if it can be sent at once. */
  readonly delay?: (response: CoreResponse) => Promise<CoreResponse> | undefined
  /** Handles a request asynchronously, instead of `handleAll`. */
  readonly submit?: SubmitRequest
  /** Checks the database that responses wait for; called while the server stops. */
  readonly probe?: () => Promise<unknown>
}

export interface ListenOptions {
  readonly port: number
  readonly host: string
  /** Seconds that a client may take to send a request. */
  readonly requestSeconds?: number | undefined
  /** Returns true for an address of a trusted proxy. */
  readonly isTrusted: IsTrusted
  /** Certificate and key in PEM; the server speaks plain HTTP without it. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
}

export async function listen(
  { handleAll, prepare, submit, probe, delay }: Core,
  { port, host, requestSeconds = 30, isTrusted, tls }: ListenOptions,
): Promise<HttpServer> {
  const submitRequest = submit ?? createBatcher(handleAll, delay)
  const scheme = tls ? 'https' : 'http'
  let isClosing = false
  let pendingCount = 0
  const handleRequest = (request: IncomingMessage, response: ServerResponse, body: Uint8Array | undefined, rejectStatus?: number) => {
    // The rest of a rejected body is not read, so the connection cannot be reused.
    if (rejectStatus !== undefined || isClosing) response.setHeader('connection', 'close')
    const read: CoreRequest = {
      ...parseAddress(request, scheme, isTrusted),
      method: request.method ?? 'GET',
      body,
      ...(rejectStatus !== undefined && { rejectStatus }),
      ...(isClosing && { isStopping: true }),
    }
    const submitPrepared = (ready: CoreRequest) => {
      pendingCount += 1
      submitRequest(ready, (coreResponse) =>
        whenComplete(coreResponse, response, (complete) => {
          pendingCount -= 1
          write(response, complete)
        }),
      )
    }
    const prepared = prepare(read)
    if (!prepared) return submitPrepared(read)
    // The request is dropped if the client has disconnected.
    void prepared.then((ready) => (request.socket.destroyed ? undefined : submitPrepared(ready)))
  }
  const requestTimeout = requestSeconds * 1000
  const timeouts = { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: requestTimeout / 4 }
  const readBody = createBodyReader()
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    if (hasInvalidHost(request)) handleRequest(request, response, undefined, 400)
    else readBody(request, (body, rejectStatus) => handleRequest(request, response, body, rejectStatus))
  }
  const server = createLimitedServer({ ...limits, ...timeouts }, tls, listener)
  server.on('clientError', createClientErrorHandler(submitRequest))
  server.on('checkExpectation', (request, response) => handleRequest(request, response, undefined, 417))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(describeListenError(error, host, port)))
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      isClosing = true
      const stopTimer = createStopTimer(probe)
      const timer = setInterval(() => {
        server.closeIdleConnections()
        if (stopTimer.isExpired(pendingCount)) server.closeAllConnections()
      }, 20)
      server.close(() => {
        clearInterval(timer)
        resolve()
      })
    })
  return { url: `${scheme}://${formatHost(address)}:${address.port}`, close }
}

function createLimitedServer(settings: ServerOptions, tls: ListenOptions['tls'], listener: RequestListener): Server {
  const server = tls
    ? process.getBuiltinModule('node:https').createServer({ ...settings, ...tls }, listener)
    : createServer(settings, listener)
  server.maxConnections = maxConnections
  return server
}

/** Collects the requests that arrive in one turn of the event loop and handles them as one batch. */
function createBatcher(handleAll: HandleAll, delay: Core['delay']): SubmitRequest {
  let pending: { readonly request: CoreRequest; readonly respond: (response: CoreResponse) => void }[] = []
  const handleBatch = () => {
    const turn = pending
    pending = []
    const responses = handleAll(turn.map(({ request }) => request))
    for (const [n, response] of responses.entries()) {
      const delayedResponse = delay?.(response)
      if (delayedResponse) void delayedResponse.then((delayed) => turn[n]?.respond(delayed))
      else turn[n]?.respond(response)
    }
  }
  return (request, respond) => {
    if (pending.length === 0) setImmediate(handleBatch)
    pending.push({ request, respond })
  }
}

/** Formats the bound address for a URL; a wildcard address becomes loopback. */
function formatHost({ address, family }: AddressInfo): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  if (address === '::') return '[::1]'
  return family === 'IPv6' ? `[${address}]` : address
}

type Address = Pick<CoreRequest, 'url' | 'headers' | 'origin' | 'remoteAddress'>

/** Returns the target of a request and the address of its client. */
function parseAddress({ url = '/', headers, socket }: IncomingMessage, scheme: 'http' | 'https', isTrusted: IsTrusted): Address {
  // Empty after the client disconnected: undefined stands for a client in this process.
  const remote = socket.remoteAddress ?? ''
  // Node joins repeated headers; only `set-cookie`, which requests do not have, is a list.
  const { url: path, headers: own } = parseTarget(url, headers as CoreRequest['headers'])
  if (!isTrusted(remote))
    return { url: path, headers: removeForwardedHeaders(own), origin: `${scheme}://${own['host'] ?? '127.0.0.1'}`, remoteAddress: remote }
  const origin = parseForwardedOrigin(own, scheme)
  return {
    url: path,
    headers: { ...own, host: origin.slice(origin.indexOf('://') + 3) },
    origin,
    remoteAddress: parseClientAddress(own, remote, isTrusted),
  }
}

function parseTarget(url: string, headers: CoreRequest['headers']): Pick<CoreRequest, 'url' | 'headers'> {
  if (url.startsWith('/')) return { url, headers }
  // A request to a proxy: the absolute URL takes precedence over `Host`.
  const [, host, path = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url) ?? []
  if (host === undefined) return { url, headers }
  return { url: path.startsWith('/') ? path : `/${path}`, headers: { ...headers, host } }
}

/** Passes the response on, which may wait for another server while the client stays connected. */
function whenComplete(coreResponse: CoreResponse, response: ServerResponse, send: (final: CoreResponse) => void): void {
  if (!coreResponse.complete) return send(coreResponse)
  const client = new AbortController()
  response.once('close', () => client.abort())
  void coreResponse.complete(client.signal).then(send)
}

function write(response: ServerResponse, { status, headers, body, fault }: CoreResponse): void {
  if (fault) {
    void writeWithFault(response, { status, headers, body }, fault)
    return
  }
  response.writeHead(status, headers)
  // If bytes and characters are equal in number, the body is ASCII, and latin1 is the fastest encoding.
  if (typeof body === 'string' && headers['content-length'] === body.length) response.end(body, 'latin1')
  else writeBody(response, body)
}

function writeBody(response: ServerResponse, body: CoreResponse['body']): void {
  if (body === null) response.end()
  else if (typeof body === 'string' || body instanceof Uint8Array) response.end(body)
  // A client that disconnects ends the stream.
  else pipeline(Readable.from(body), response).catch(() => response.destroy())
}

/** Writes a response with an injected fault: delayed, cut in the middle, or not at all. */
async function writeWithFault(
  response: ServerResponse,
  { status, headers, body }: CoreResponse,
  { latency, cut }: ConnectionFault,
): Promise<void> {
  if (latency > 0) await sleep(latency)
  if (cut === 'before' || cut === 'after') {
    response.destroy()
    return
  }
  response.writeHead(status, headers)
  if (cut === 'middle') {
    for await (const chunk of cutBodyInHalf(body)) await new Promise((resolve) => response.write(chunk, resolve))
    response.destroy()
  } else writeBody(response, body)
}

function describeListenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use. Choose another with --port, or 0 for any that is free.`,
    EACCES: `Port ${port} needs privileges that this user does not have. Choose one above 1023 with --port.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine. Use one with --host, or 0.0.0.0 for all addresses.`,
    ENOTFOUND: `The host name ${host} cannot be resolved. Use an address of this machine with --host, or 0.0.0.0 for all addresses.`,
  }
  const message = messages[error.code ?? '']
  return message === undefined ? error : new Error(message, { cause: error })
}
