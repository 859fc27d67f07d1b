/** Reads the bodies of requests completely, up to a limit for each and for all that are being received. */
import type { IncomingMessage } from 'node:http'

const maxBodyBytes = 1024 * 1024
/** Limit of all bodies that are being received. Slow clients could fill the memory with unfinished ones. */
const maxPendingBytes = 64 * 1024 * 1024
/** Part of each body that does not count, so that small bodies are received while large ones fill the limit. */
const freeBytes = 16 * 1024
/** Node discards the body of any other method. */
const methodsWithBody = new Set(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** @param callback receives the body, if there is one, or the status of the error response; not called if the client disconnects early */
export type ReadBody = (request: IncomingMessage, callback: (body: Uint8Array | undefined, rejectStatus?: number) => void) => void

export function createBodyReader(): ReadBody {
  let pendingBytes = 0
  return (request, callback) => {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers
    const isEmpty = coding === undefined && (length === undefined || length === '0')
    if (isEmpty || !methodsWithBody.has(request.method ?? '')) return callback(undefined)
    if (Number(length) > maxBodyBytes) return callback(undefined, 413)
    let chunks: Uint8Array[] = []
    let size = 0
    let byteCount = 0
    let isRejected = false
    const release = () => {
      pendingBytes -= byteCount
      byteCount = 0
      chunks = []
    }
    const reject = (status: number) => {
      isRejected = true
      release()
      callback(undefined, status)
    }
    request.on('data', (chunk: Uint8Array) => {
      if (isRejected) return
      size += chunk.length
      chunks.push(chunk)
      const more = Math.max(0, size - freeBytes) - byteCount
      byteCount += more
      pendingBytes += more
      if (size > maxBodyBytes) reject(413)
      else if (more > 0 && pendingBytes > maxPendingBytes) reject(503)
    })
    request.on('end', () => {
      if (isRejected) return
      const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
      release()
      callback(body)
    })
    request.on('close', release)
  }
}
