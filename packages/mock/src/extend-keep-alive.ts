/**
 * Raises the keep-alive timeout above that of clients. With Node's default of 5 seconds, the server may close a connection just as a client sends on it,
 * which fails with a reset. Prism does not expose its server, so it is taken from its requests.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server } from 'node:http'

const channel = 'http.server.request.start'
const keepAliveMs = 72_000

/** Sets the keep-alive timeout of the server on a port. Returns a function that stops it. */
export function extendKeepAlive(port: number): () => void {
  const extend = (message: unknown): void => {
    const { request, server } = message as { request: IncomingMessage; server: Server }
    if (request.socket.localPort === port) server.keepAliveTimeout = keepAliveMs
  }
  subscribe(channel, extend)
  return () => unsubscribe(channel, extend)
}
