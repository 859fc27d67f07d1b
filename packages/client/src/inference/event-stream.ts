/** Streams of server-sent events. */
import type { Call, CallOptions } from '../call.ts'
import { CloudError, TimeoutError } from '../errors.ts'
import { hideSecrets } from '../hide-secrets.ts'
import { responseSecrets } from '../response-secrets.ts'
import { readChunks } from './read-chunks.ts'
import type { ServerSentEvent } from './read-events.ts'
import { StreamInterruptedError } from './stream-error.ts'

/** Assembles a reply from the events of a stream. */
export interface Collector<Event, Reply> {
  add(event: Event): void
  /** The text that an event adds. */
  textOf(event: Event): string
  /** The reply so far. */
  reply(): Reply
}

/**
 * Calls the operation that returns the stream. Each attempt starts the timer and stops it when it ends, so that waits for a rate limit between
 * attempts do not count.
 */
export type OpenStream = (options: CallOptions & { readonly signal: AbortSignal }, startTimer: () => () => void) => Call<unknown>

/**
 * A stream of events. Iterate over it to get the events as they arrive, await `final()` for the complete reply, or do both: first the loop, then
 * `final()`. Leaving the loop closes the connection.
 */
export class EventStream<Event, Reply> implements AsyncIterable<Event> {
  readonly #controller = new AbortController()
  readonly #response: Promise<Response>
  readonly #events: AsyncGenerator<Event, void, undefined>
  readonly #options: CallOptions
  /** Assembles the reply. */
  protected readonly collector: Collector<Event, Reply>
  #isStarted = false
  #finished: Promise<void> | undefined
  #state: 'pending' | 'complete' | 'incomplete' = 'pending'
  #failure: unknown
  #text = ''
  /** Masks the secrets of the request in messages of the platform. */
  #mask = (text: string) => text

  constructor(open: OpenStream, options: CallOptions, collector: Collector<Event, Reply>) {
    this.#options = options
    this.collector = collector
    const { signal } = options
    if (signal?.aborted) this.abort(signal.reason)
    else signal?.addEventListener('abort', () => this.abort(signal.reason), { once: true, signal: this.#controller.signal })
    this.#response = this.#connect(open)
    // Reading the stream reports the failure; a stream that is never read must not cause an unhandled rejection.
    this.#response.catch(() => undefined)
    this.#events = this.#readEvents()
  }

  /** Status and headers of the response. Its body is the stream. */
  response(): Promise<Response> {
    return this.#response
  }

  /** Closes the connection. Reads of the stream then reject with the reason, an `AbortError` by default. */
  abort(reason?: unknown): void {
    this.#controller.abort(reason)
  }

  [Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    if (this.#isStarted)
      throw new CloudError('The stream is already being read and can only be read once. Await `final()` for the complete reply.')
    this.#isStarted = true
    return this.#events
  }

  /**
   * Returns the complete reply when the stream has ended.
   *
   * @throws StreamInterruptedError if the stream was interrupted; `partial` has the reply so far
   */
  async final(): Promise<Reply> {
    // Concurrent calls of `text()` and `final()` share one read of the stream.
    if (!this.#isStarted) this.#finished = this.#readToEnd()
    await this.#finished
    if (this.#failure !== undefined) throw this.#failure
    if (this.#state !== 'complete') throw new CloudError('The stream was not read to its end, so there is no complete reply.')
    return this.collector.reply()
  }

  async #readToEnd(): Promise<void> {
    for await (const _ of this);
  }

  /** Returns the text so far. */
  protected currentText(): string {
    return this.#text
  }

  async #connect(open: OpenStream): Promise<Response> {
    // The total time of a stream is unlimited; the timer limits the gaps between its pieces.
    const call = open({ ...this.#options, signal: this.#controller.signal, timeoutMs: 0 }, () => this.#startTimer())
    const response = await call.asResponse()
    const sent = responseSecrets.get(response)
    if (sent) this.#mask = (text) => hideSecrets(text, sent.bearer, sent.request)
    if (response.status >= 400) {
      // Reads the body and throws the error of the status.
      await call
    }
    const type = response.headers.get('content-type') ?? 'no content type'
    if (!type.startsWith('text/event-stream') || !response.body) {
      await response.body?.cancel()
      throw new CloudError(`Expected a stream of events (text/event-stream), but the response (${response.status}) is ${type}.`)
    }
    return response
  }

  #startTimer(): () => void {
    const { timeoutMs = 60_000 } = this.#options
    if (!(timeoutMs > 0 && timeoutMs < 2 ** 31)) return () => undefined
    const timer = setTimeout(() => this.abort(new TimeoutError(`No data for ${timeoutMs} ms.`)), timeoutMs)
    return () => clearTimeout(timer)
  }

  async *#readEvents(): AsyncGenerator<Event, void, undefined> {
    this.#state = 'incomplete'
    try {
      const response = await this.#response
      const { readEvents } = await import('./read-events.ts')
      const chunks = readChunks(response, this.#controller.signal, () => this.#startTimer())
      yield* this.#parseEvents(readEvents(chunks))
      this.#state = 'complete'
    } catch (error) {
      this.#failure = error
      throw error
    } finally {
      this.abort()
    }
  }

  /** Yields the data of the events up to `[DONE]`. */
  async *#parseEvents(events: AsyncIterable<ServerSentEvent>): AsyncGenerator<Event, void, undefined> {
    try {
      for await (const { type, data } of events) {
        // Events that arrived before an abort are not yielded after it.
        this.#controller.signal.throwIfAborted()
        if (data === '[DONE]') return
        const event = JSON.parse(data) as Event
        const { error } = Object(event) as { readonly error?: { readonly message?: unknown } }
        if (type === 'error' || error) throw new CloudError(`The platform reported: ${this.#mask(String(error?.message ?? data))}`)
        this.collector.add(event)
        this.#text += this.collector.textOf(event)
        yield event
      }
    } catch (error) {
      const { signal } = this.#controller
      if (signal.aborted && !(signal.reason instanceof TimeoutError)) throw signal.reason
      throw this.#createInterruption(error)
    }
    throw this.#createInterruption(undefined)
  }

  #createInterruption(cause: unknown): StreamInterruptedError {
    const why = cause instanceof CloudError ? ` ${cause.message}` : ''
    return new StreamInterruptedError(
      `The stream was interrupted after ${this.#text.length} characters.${why}`,
      { text: this.#text, reply: this.collector.reply() },
      { cause },
    )
  }
}

/** A stream of events that contain text. */
export class TextStream<Event, Reply> extends EventStream<Event, Reply> {
  /** Yields the non-empty pieces of the text as they arrive. */
  async *pieces(): AsyncGenerator<string, void, undefined> {
    for await (const event of this) {
      const piece = this.collector.textOf(event)
      if (piece !== '') yield piece
    }
  }

  /**
   * Returns the complete text when the stream has ended.
   *
   * @throws StreamInterruptedError if the stream was interrupted; `partial.text` has the text so far
   */
  async text(): Promise<string> {
    await this.final()
    return this.currentText()
  }
}
