/** A minimal HTTP load balancer that picks servers at random. It repeats only requests that cannot have arrived. */
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startHttpServer } from '@spindrift/testing/start-http-server'

export interface Balancer extends AsyncDisposable {
  readonly url: string
  /** Takes effect with the next request. */
  readonly setTargets: (urls: readonly string[]) => void
  /** Number of requests by server. */
  readonly counts: ReadonlyMap<string, number>
}

/** @param chance returns 0 ≤ n < 1 */
export async function startBalancer(urls: readonly string[], chance: () => number = Math.random): Promise<Balancer> {
  let targets = urls
  const counts = new Map<string, number>()
  const agent = new Agent({ keepAlive: true, noDelay: true })

  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await buffer(incoming)
    // Tries the servers in random order.
    const candidates = [...targets]
    while (candidates.length > 0) {
      const [target = ''] = candidates.splice(Math.floor(chance() * candidates.length), 1)
      counts.set(target, (counts.get(target) ?? 0) + 1)
      const outcome = await send(target, { incoming, outgoing, body })
      if (outcome === 'answered') return
      if (outcome === 'broken') break
    }
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502, { 'content-type': 'application/json' }).end('{"id":"bad_gateway","message":"No replica answered."}')
  }

  const send = (target: string, { incoming, outgoing, body }: ProxiedRequest) =>
    new Promise<'answered' | 'unreached' | 'broken'>((resolve) => {
      const { hostname: host, port } = new URL(target)
      const { method, url: path } = incoming
      // Keeps the host header: clients know the address of the balancer.
      const forwarded = request({ agent, host, port, method, path, headers: incoming.headers })
      forwarded.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? 'unreached' : 'broken'))
      forwarded.on('response', (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.on('error', () => resolve('broken'))
        response.on('end', () => resolve('answered'))
        response.pipe(outgoing)
      })
      outgoing.on('close', () => {
        if (outgoing.writableFinished) return
        forwarded.destroy()
        resolve('broken')
      })
      forwarded.end(body)
    })

  const server = await startHttpServer((incoming, outgoing) => void forward(incoming, outgoing).catch(() => outgoing.destroy()), {
    keepAliveTimeout: 60_000,
  })
  return {
    url: server.url,
    setTargets: (next) => void (targets = next),
    counts,
    [Symbol.asyncDispose]: async () => {
      agent.destroy()
      await server.close()
    },
  }
}

interface ProxiedRequest {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly body: Buffer
}
