/** A server on loopback, at a port that is free, for what stands between a program and the platform or in its place. */
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerOptions, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Served extends AsyncDisposable {
  readonly url: string
  readonly close: () => Promise<void>
}

export async function serve(listener: RequestListener, options: ServerOptions = {}): Promise<Served> {
  const server = createServer(options, listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close, [Symbol.asyncDispose]: close }
}

/** Answers with what a `fetch` gave. Its body may be of another length than it was. */
export async function passOn(answer: Response, response: ServerResponse): Promise<void> {
  const { 'content-length': _length, ...headers } = Object.fromEntries(answer.headers)
  response.writeHead(answer.status, headers)
  response.end(Buffer.from(await answer.arrayBuffer()))
}
