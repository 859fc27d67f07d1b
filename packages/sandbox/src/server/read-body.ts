/** Reads a request body completely, up to a limit. */
import type { IncomingMessage } from 'node:http'

const maxBodyBytes = 1024 * 1024
/** Node discards the body of any other method. */
const methodsWithBody = new Set(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** @param done receives the body, if there is one, or the status of the error response; not called if the client disconnects early */
export function readBody(request: IncomingMessage, done: (body: Uint8Array | undefined, rejectStatus?: number) => void): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  const isEmpty = coding === undefined && (length === undefined || length === '0')
  if (isEmpty || !methodsWithBody.has(request.method ?? '')) return done(undefined)
  if (Number(length) > maxBodyBytes) return done(undefined, 413)
  const chunks: Uint8Array[] = []
  let size = 0
  request.on('data', (chunk: Uint8Array) => {
    if (size > maxBodyBytes) return
    size += chunk.length
    if (size > maxBodyBytes) done(undefined, 413)
    else chunks.push(chunk)
  })
  request.on('end', () => {
    if (size <= maxBodyBytes) done(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
  })
}
