/** What HTTP cannot read gets the core's answer all the same, after those of the requests before it; then the connection ends. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { CoreRequest, CoreResponse } from '../http/messages.ts'

type SubmitRequest = (request: CoreRequest, answer: (response: CoreResponse) => void) => void

/** So long the client may still send what nobody reads: a connection closed earlier could take the answer with it. */
const maxLingerMs = 1000

export function createClientErrorHandler(
  submitRequest: SubmitRequest,
): (error: Error & { readonly code?: string }, socket: Duplex) => void {
  const { STATUS_CODES } = process.getBuiltinModule('node:http')
  // The parser complains of all that follows as well.
  const rejected = new WeakSet<Duplex>()
  return (error, socket) => {
    if (rejected.has(socket)) return
    rejected.add(socket)
    // Where TLS was not agreed upon, there is nothing to write to.
    if (error.code === 'ECONNRESET' || error.code?.startsWith('ERR_SSL') || !socket.writable) {
      socket.destroy()
      return
    }
    submitRequest(
      { method: 'GET', url: '/', headers: {}, rejectStatus: statuses[error.code ?? ''] ?? 400 },
      ({ status, headers, body }) => {
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
        const text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\nconnection: close\r\n\r\n${String(body)}`
        // Node sends the answers to requests that came together one by one, each when the one before it is out.
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

/** Whether it is not of this protocol, or does not say whom it is for: RFC 9112, section 3.2. */
export function hasInvalidHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  return httpVersion === '1.1' ? hosts !== 1 : httpVersion !== '1.0' || hosts > 1
}
