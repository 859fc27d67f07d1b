/** Converts a Node stream to a web stream. Canceling it closes the connection at once. */
/// <reference types="node" />
import type { Readable } from 'node:stream'

export function toWebStream(source: Readable, explain: (error: unknown) => unknown): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    type: 'bytes',
    start(controller) {
      source.on('data', (chunk: Uint8Array) => {
        // Copied, because enqueueing transfers the buffer, and Node's chunk may be part of a larger one.
        if (chunk.length > 0) controller.enqueue(new Uint8Array(chunk))
        if ((controller.desiredSize ?? 0) <= 0) source.pause()
      })
      source.on('end', () => {
        controller.close()
        controller.byobRequest?.respond(0)
      })
      source.on('error', (error) => controller.error(explain(error)))
      source.pause()
    },
    pull: () => void source.resume(),
    cancel: (reason) => void source.destroy(reason as Error | undefined),
  })
}
