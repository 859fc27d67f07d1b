/** The HTTP edge: Node's own server reads and bounds what comes in, the core answers, the answer goes out as it is. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { halveBody } from './halve-body.ts'
import type { CoreRequest, CoreResponse, ConnectionFault } from '../http/messages.ts'
import { readBody } from './read-body.ts'
import { createRefuser, isMisaddressed } from './refuse-malformed.ts'

export interface Listening {
  readonly url: string
  readonly close: () => Promise<void>
}

// An import would have Node load its fetch and WebSocket as well, which the start would wait for.
const { createServer } = process.getBuiltinModule('node:http')

type HandleAll = (requests: readonly CoreRequest[]) => readonly CoreResponse[]

/** `requireHostHeader` is false because Node's own refusal would be no answer of the platform's. */
const limits = { maxHeaderSize: 16 * 1024, keepAliveTimeout: 72_000, requireHostHeader: false }

/** How long a stop waits for what is being asked and answered. A stream that goes on for ever is cut then. */
const mostPatience = 1000

/** The part of the core that answers. */
export interface Core {
  readonly handleAll: HandleAll
  /** Does beforehand what takes long, while others are answered; undefined when there is nothing to do. */
  readonly prepare: (request: CoreRequest) => Promise<CoreRequest> | undefined
}

/** @param requestSeconds how long a client may take to send a request */
export async function listen({ handleAll, prepare }: Core, port: number, requestSeconds = 30): Promise<Listening> {
  const gather = createGatherer(handleAll)
  let isClosing = false
  const answer = (request: IncomingMessage, response: ServerResponse, body: Uint8Array | undefined, refused?: number) => {
    // The rest of a body that is refused is not read, so the connection cannot be used again.
    if (refused !== undefined || isClosing) response.setHeader('connection', 'close')
    const read = readRequest(request, body, refused)
    const go = (ready: CoreRequest) => gather(ready, (answered) => write(response, answered))
    const prepared = prepare(read)
    if (!prepared) return go(read)
    // Nobody waits for the answer any more once the connection is gone.
    void prepared.then((ready) => (request.socket.destroyed ? undefined : go(ready)))
  }
  const requestTimeout = requestSeconds * 1000
  const timeouts = { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: requestTimeout / 4 }
  const server = createServer({ ...limits, ...timeouts }, (request, response) => {
    if (isMisaddressed(request)) answer(request, response, undefined, 400)
    else readBody(request, (body, refused) => answer(request, response, body, refused))
  })
  server.on('clientError', createRefuser(gather))
  server.on('checkExpectation', (request, response) => answer(request, response, undefined, 417))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, port)))
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  const close = () =>
    new Promise<void>((resolve) => {
      isClosing = true
      const sweep = setInterval(() => server.closeIdleConnections(), 20)
      const cut = setTimeout(() => server.closeAllConnections(), mostPatience)
      server.close(() => {
        clearInterval(sweep)
        clearTimeout(cut)
        resolve()
      })
    })
  return { url: `http://127.0.0.1:${bound}`, close }
}

/** What was read from all sockets in one turn is answered in one go. */
function createGatherer(handleAll: HandleAll): (request: CoreRequest, answer: (response: CoreResponse) => void) => void {
  let waiting: { readonly request: CoreRequest; readonly answer: (response: CoreResponse) => void }[] = []
  const answerAll = () => {
    const turn = waiting
    waiting = []
    const responses = handleAll(turn.map(({ request }) => request))
    for (const [n, response] of responses.entries()) turn[n]?.answer(response)
  }
  return (request, answer) => {
    if (waiting.length === 0) setImmediate(answerAll)
    waiting.push({ request, answer })
  }
}

function readRequest(
  { method = 'GET', url = '/', headers, socket }: IncomingMessage,
  body: Uint8Array | undefined,
  refused?: number,
): CoreRequest {
  // Node joins what may come twice, and keeps a list of one header only, which no request has.
  const own = headers as CoreRequest['headers']
  const rest = { body, remote: socket.remoteAddress, ...(refused !== undefined && { refused }) }
  if (url.startsWith('/')) return { method, url, headers: own, ...rest }
  // As proxies are asked: the address says for whom it is, whatever `Host` says.
  const [, host, path = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url) ?? []
  if (host === undefined) return { method, url, headers: own, ...rest }
  return { method, url: path.startsWith('/') ? path : `/${path}`, headers: { ...own, host }, ...rest }
}

function write(response: ServerResponse, { status, headers, body, fault }: CoreResponse): void {
  if (fault) {
    void writeFaulty(response, { status, headers, body }, fault)
    return
  }
  response.writeHead(status, headers)
  writeBody(response, body)
}

function writeBody(response: ServerResponse, body: CoreResponse['body']): void {
  if (body === null) response.end()
  else if (typeof body === 'string' || body instanceof Uint8Array) response.end(body)
  // A client that goes away ends the stream; there is nobody to tell.
  else pipeline(Readable.from(body), response).catch(() => response.destroy())
}

/** As faults have it: late, cut in the middle, or not at all. */
async function writeFaulty(
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
    for await (const piece of halveBody(body)) await new Promise((resolve) => response.write(piece, resolve))
    response.destroy()
  } else writeBody(response, body)
}

function explain(error: unknown, port: number): Error {
  const code = (error as { readonly code?: string }).code
  if (code === 'EADDRINUSE')
    return new Error(`Port ${port} is in use. Choose another with --port, or 0 for any that is free.`, { cause: error })
  if (code === 'EACCES')
    return new Error(`Port ${port} needs rights that this user has not. Choose one above 1023 with --port.`, { cause: error })
  return error as Error
}
