/** The HTTP edge: Fastify reads and bounds what comes in, the core answers, the answer goes out as it is. */
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import type { CoreRequest, CoreResponse, Trouble } from './messages.ts'

export interface Listening {
  readonly url: string
  readonly close: () => Promise<void>
}

type HandleAll = (requests: readonly CoreRequest[]) => readonly CoreResponse[]

/** Bytes of a body. */
const bodyLimit = 1024 * 1024
const maxHeaderSize = 16 * 1024

export async function listen(handleAll: HandleAll, port: number): Promise<Listening> {
  const server = fastify({
    bodyLimit,
    http: { maxHeaderSize },
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: true,
    // Finding the operation is the core's: it knows which methods a path has, and what a bad path is.
    rewriteUrl: () => '/',
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const gather = createGatherer(handleAll)
  const answer = (request: FastifyRequest, reply: FastifyReply, refused?: number) => {
    reply.hijack()
    gather(readRequest(request, refused), (response) => void write(reply, response))
  }
  server.all('/', (request, reply) => answer(request, reply))
  server.setNotFoundHandler((request, reply) => answer(request, reply))
  server.setErrorHandler((error: { readonly statusCode?: number }, request, reply) => {
    // The rest of a body that is refused is not read, so the connection cannot be used again.
    reply.raw.setHeader('connection', 'close')
    answer(request, reply, error.statusCode ?? 400)
  })
  await server.listen({ port, host: '127.0.0.1' }).catch((error: unknown) => {
    throw explain(error, port)
  })
  const address = server.server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return { url: `http://127.0.0.1:${bound}`, close: () => server.close() }
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

function readRequest({ raw, originalUrl, body }: FastifyRequest, refused: number | undefined): CoreRequest {
  return {
    method: raw.method ?? 'GET',
    url: originalUrl,
    headers: raw.headers as CoreRequest['headers'],
    body: body as Uint8Array | undefined,
    ...(refused !== undefined && { refused }),
  }
}

async function write({ raw }: FastifyReply, response: CoreResponse): Promise<void> {
  if (response.trouble) return writeTroubled(raw, response, response.trouble)
  const { status, headers, body } = response
  raw.writeHead(status, headers)
  if (body === null) raw.end()
  else if (typeof body === 'string' || body instanceof Uint8Array) raw.end(body)
  // A client that goes away ends the stream; there is nobody to tell.
  else await pipeline(Readable.from(body), raw).catch(() => raw.destroy())
}

/** As faults have it: late, cut in the middle, or not at all. */
async function writeTroubled(raw: ServerResponse, { status, headers, body }: CoreResponse, { latency, cut }: Trouble): Promise<void> {
  if (latency > 0) await sleep(latency)
  if (cut === 'before' || cut === 'after') {
    raw.destroy()
    return
  }
  raw.writeHead(status, headers)
  if (cut === 'middle') {
    const half = typeof body === 'string' ? body.slice(0, Math.ceil(body.length / 2)) : ''
    raw.write(half === '' ? ' ' : half, () => raw.destroy())
  } else if (body === null || typeof body === 'string' || body instanceof Uint8Array) raw.end(body)
  else await pipeline(Readable.from(body), raw).catch(() => raw.destroy())
}

function explain(error: unknown, port: number): Error {
  const code = (error as { readonly code?: string }).code
  if (code === 'EADDRINUSE')
    return new Error(`Port ${port} is in use. Choose another with --port, or 0 for any that is free.`, { cause: error })
  if (code === 'EACCES')
    return new Error(`Port ${port} needs rights that this user has not. Choose one above 1023 with --port.`, { cause: error })
  return error as Error
}
