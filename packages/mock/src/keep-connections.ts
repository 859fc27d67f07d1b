/**
 * Keeps connections open for longer than clients let them rest. Node's own five seconds end one just as a busy client sends on it, which
 * gets a reset in place of an answer. Prism does not hand out its server, so it is met at its requests.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server } from 'node:http'

const channel = 'http.server.request.start'
const milliseconds = 72_000

/** Returns a function that stops it. */
export function keepConnections(port: number): () => void {
  const keep = (message: unknown): void => {
    const { request, server } = message as { request: IncomingMessage; server: Server }
    if (request.socket.localPort === port) server.keepAliveTimeout = milliseconds
  }
  subscribe(channel, keep)
  return () => unsubscribe(channel, keep)
}
