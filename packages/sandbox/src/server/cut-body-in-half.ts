/** What of an answer goes out before its connection is cut in the middle: half of it, of a stream the first few pieces. */
import type { CoreResponse } from '../http/messages.ts'

const pieces = 3

export async function* cutBodyInHalf(body: CoreResponse['body']): AsyncGenerator<string | Uint8Array, void, undefined> {
  if (body === null) return
  if (typeof body === 'string' || body instanceof Uint8Array) {
    yield body.slice(0, Math.ceil(body.length / 2))
    return
  }
  let count = 0
  for await (const piece of body) {
    yield piece
    count += 1
    if (count === pieces) return
  }
}
