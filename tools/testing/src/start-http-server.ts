/** An HTTP server on a free port of 127.0.0.1. */
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerOptions, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RunningServer extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly close: () => Promise<void>
}

export async function startHttpServer(listener: RequestListener, options: ServerOptions = {}): Promise<RunningServer> {
  const server = createServer(options, listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${port}`, port, close, [Symbol.asyncDispose]: close }
}

/** Sends a fetch response. Omits its `content-length`, as its body may have another length. */
export async function sendResponse(source: Response, response: ServerResponse): Promise<void> {
  const { 'content-length': _length, ...headers } = Object.fromEntries(source.headers)
  response.writeHead(source.status, headers)
  response.end(Buffer.from(await source.arrayBuffer()))
}
