/** Reads the body of a request whole, up to a limit. */
import type { IncomingMessage } from 'node:http'

/** Bytes. */
const limit = 1024 * 1024
/** What comes with any other is left unread, which Node does by itself. */
const methodsWithBody = new Set(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** @param done gets the body, if there is one, or the status to refuse the request with. Not called when the client goes away before the end */
export function readBody(request: IncomingMessage, done: (body: Uint8Array | undefined, refused?: number) => void): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  const isEmpty = coding === undefined && (length === undefined || length === '0')
  if (isEmpty || !methodsWithBody.has(request.method ?? '')) return done(undefined)
  if (Number(length) > limit) return done(undefined, 413)
  const chunks: Uint8Array[] = []
  let size = 0
  request.on('data', (chunk: Uint8Array) => {
    if (size > limit) return
    size += chunk.length
    if (size > limit) done(undefined, 413)
    else chunks.push(chunk)
  })
  request.on('end', () => {
    if (size <= limit) done(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
  })
}
