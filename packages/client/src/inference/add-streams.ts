/** Calls with `stream: true` return a stream. Its reader is loaded with the first stream, which keeps the initial bundle small. */
import type { Feature } from '../bind-family.ts'
import type { StreamReader } from './stream-reader.ts'
import type { TextStream } from './streams.ts'

export const addStreams: Feature = (operation, target, send) => {
  const { stream } = target.facts
  if (!stream) return operation
  const open = async (...call: Parameters<typeof operation>) => (await import('./open-stream.ts')).openStream(stream, send, target, ...call)
  return (request, options) =>
    Object(request?.body).stream ? (new PendingStream(open(request, options)) as never) : operation(request, options)
}

/** A stream whose reader may still be loading. */
class PendingStream implements TextStream<unknown, unknown, unknown> {
  readonly #reader: Promise<StreamReader>

  constructor(reader: Promise<StreamReader>) {
    this.#reader = reader
    // Reading the stream reports the failure; a stream that is never read must not cause an unhandled rejection.
    reader.catch(() => {})
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown, void, undefined> {
    yield* (await this.#reader).readEvents()
  }

  get textStream(): AsyncIterable<string> {
    return this.#readText()
  }

  async *#readText(): AsyncGenerator<string, void, undefined> {
    yield* (await this.#reader).readText()
  }

  async finalReply(): Promise<unknown> {
    return (await this.#reader).finish((collector) => collector.reply())
  }

  async finalText(): Promise<string> {
    return (await this.#reader).finish((_, text) => text)
  }

  async finalMessage(): Promise<unknown> {
    return (await this.#reader).finish((collector) => collector.message())
  }

  async asResponse(): Promise<Response> {
    return (await this.#reader).response
  }

  abort(reason?: unknown): void {
    void this.#reader.then((reader) => reader.abort(reason))
  }
}
