/** Yields the part of a body that is sent before the connection is cut: half of it, or the first chunks of a stream. */
import type { CoreResponse } from '../http/messages.ts'

const maxChunks = 3

export async function* cutBodyInHalf(body: CoreResponse['body']): AsyncGenerator<string | Uint8Array, void, undefined> {
  if (body === null) return
  if (typeof body === 'string' || body instanceof Uint8Array) {
    yield body.slice(0, Math.ceil(body.length / 2))
    return
  }
  let count = 0
  for await (const chunk of body) {
    yield chunk
    count += 1
    if (count === maxChunks) return
  }
}
