/** Responds to malformed HTTP with an error of the sandbox, after the responses to earlier requests, then closes the connection. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { CoreRequest, CoreResponse } from '../http/messages.ts'

type SubmitRequest = (request: CoreRequest, respond: (response: CoreResponse) => void) => void

/** Delay before the connection is closed: closing it at once could discard the response. */
const maxLingerMs = 1000

export function createClientErrorHandler(
  submitRequest: SubmitRequest,
): (error: Error & { readonly code?: string }, socket: Duplex) => void {
  const { STATUS_CODES } = process.getBuiltinModule('node:http')
  // The parser also reports errors for everything that follows.
  const rejectedSockets = new WeakSet<Duplex>()
  return (error, socket) => {
    if (rejectedSockets.has(socket)) return
    rejectedSockets.add(socket)
    // Without a TLS handshake no response can be written.
    if (error.code === 'ECONNRESET' || error.code?.startsWith('ERR_SSL') || !socket.writable) {
      socket.destroy()
      return
    }
    submitRequest(
      { method: 'GET', url: '/', headers: {}, rejectStatus: statuses[error.code ?? ''] ?? 400 },
      ({ status, headers, body }) => {
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
        const text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\nconnection: close\r\n\r\n${String(body)}`
        // Node sends pipelined responses one by one, so this one waits for those before it.
        setImmediate(() => socket.end(text))
        setTimeout(() => socket.destroy(), maxLingerMs).unref()
      },
    )
  }
}

const statuses: Readonly<Record<string, number | undefined>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Returns true for an unsupported HTTP version or an invalid number of Host headers (RFC 9112, section 3.2). */
export function hasInvalidHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  return httpVersion === '1.1' ? hosts !== 1 : httpVersion !== '1.0' || hosts > 1
}
