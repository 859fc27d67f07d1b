/** An answer that is read while it is written. */
import type { Call, CallOptions } from '../call.ts'
import { CloudError, TimeoutError } from '../errors.ts'
import { hideSecrets } from '../hide-secrets.ts'
import { sentFor } from '../sent-for.ts'
import { readChunks } from './read-chunks.ts'
import type { ServerSentEvent } from './read-events.ts'
import { StreamInterruptedError } from './stream-error.ts'

/** Puts the pieces of one kind of stream together. */
export interface Collector<Event, Reply> {
  add(event: Event): void
  /** The text that an event adds. */
  textOf(event: Event): string
  /** What has been put together so far. */
  reply(): Reply
}

/**
 * Makes the call whose answer is the stream, with these options. Each attempt begins by starting the timer and ends by stopping it; a wait for a
 * rate limit between two attempts is not counted.
 */
export type Open = (options: CallOptions & { readonly signal: AbortSignal }, startTimer: () => () => void) => Call<unknown>

/**
 * A stream of events. Iterate over it for the events as they come, or await `final()` for the reply they make up; both together work
 * too, `final()` after the loop. Leaving the loop ends the connection.
 */
export class EventStream<Event, Reply> implements AsyncIterable<Event> {
  readonly #controller = new AbortController()
  readonly #response: Promise<Response>
  readonly #events: AsyncGenerator<Event, void, undefined>
  readonly #options: CallOptions
  /** Puts the events together. */
  protected readonly collector: Collector<Event, Reply>
  #begun = false
  #drained: Promise<void> | undefined
  #ended: 'no' | 'whole' | 'left' = 'no'
  #failure: unknown
  #text = ''
  /** Takes what was sent in secret out of what the platform says. */
  #hide = (text: string) => text

  constructor(open: Open, options: CallOptions, collector: Collector<Event, Reply>) {
    this.#options = options
    this.collector = collector
    const { signal } = options
    if (signal?.aborted) this.abort(signal.reason)
    else signal?.addEventListener('abort', () => this.abort(signal.reason), { once: true, signal: this.#controller.signal })
    this.#response = this.#ask(open)
    // Whoever reads the stream is told; nobody has to.
    this.#response.catch(() => undefined)
    this.#events = this.#run()
  }

  /** The answer's status and headers, once they are there. Its body is the stream. */
  response(): Promise<Response> {
    return this.#response
  }

  /** Ends the connection. What reads the stream then rejects with the reason, an `AbortError` by default. */
  abort(reason?: unknown): void {
    this.#controller.abort(reason)
  }

  [Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    if (this.#begun) throw new CloudError('The stream is being read already. It comes once; `final()` has all of it afterwards.')
    this.#begun = true
    return this.#events
  }

  /**
   * The whole reply, when the stream has ended.
   *
   * @throws StreamInterruptedError when it broke off; `partial` has what came
   */
  async final(): Promise<Reply> {
    // Those who ask at once, `text()` and `final()`, wait for one reading of it.
    if (!this.#begun) this.#drained = this.#drain()
    await this.#drained
    if (this.#failure !== undefined) throw this.#failure
    if (this.#ended !== 'whole') throw new CloudError('The stream was not read to its end, so there is no whole reply.')
    return this.collector.reply()
  }

  async #drain(): Promise<void> {
    for await (const _ of this);
  }

  /** The text so far. */
  protected written(): string {
    return this.#text
  }

  async #ask(open: Open): Promise<Response> {
    // A stream may last as long as it likes; what is limited is how long nothing comes.
    const call = open({ ...this.#options, signal: this.#controller.signal, timeoutMs: 0 }, () => this.#startTimer())
    const response = await call.asResponse()
    const sent = sentFor.get(response)
    if (sent) this.#hide = (text) => hideSecrets(text, sent.bearer, sent.request)
    if (response.status >= 400) {
      // Reads the body and throws the error of the status.
      await call
    }
    const type = response.headers.get('content-type') ?? 'no content type'
    if (!type.startsWith('text/event-stream') || !response.body) {
      await response.body?.cancel()
      throw new CloudError(`The answer (${response.status}) is not a stream of events but ${type}.`)
    }
    return response
  }

  #startTimer(): () => void {
    const { timeoutMs = 60_000 } = this.#options
    if (!(timeoutMs > 0 && timeoutMs < 2 ** 31)) return () => undefined
    const timer = setTimeout(() => this.abort(new TimeoutError(`Nothing came for ${timeoutMs} ms.`)), timeoutMs)
    return () => clearTimeout(timer)
  }

  async *#run(): AsyncGenerator<Event, void, undefined> {
    this.#ended = 'left'
    try {
      const response = await this.#response
      const { readEvents } = await import('./read-events.ts')
      const chunks = readChunks(response, this.#controller.signal, () => this.#startTimer())
      yield* this.#watch(readEvents(chunks))
      this.#ended = 'whole'
    } catch (error) {
      this.#failure = error
      throw error
    } finally {
      this.abort()
    }
  }

  /** The events' data up to the one that says it was the last. */
  async *#watch(events: AsyncIterable<ServerSentEvent>): AsyncGenerator<Event, void, undefined> {
    try {
      for await (const { type, data } of events) {
        // What came before the stream was given up is not handed out after it.
        this.#controller.signal.throwIfAborted()
        if (data === '[DONE]') return
        const event = JSON.parse(data) as Event
        const { error } = Object(event) as { readonly error?: { readonly message?: unknown } }
        if (type === 'error' || error) throw new CloudError(`The platform ended it: ${this.#hide(String(error?.message ?? data))}`)
        this.collector.add(event)
        this.#text += this.collector.textOf(event)
        yield event
      }
    } catch (error) {
      const { signal } = this.#controller
      if (signal.aborted && !(signal.reason instanceof TimeoutError)) throw signal.reason
      throw this.#interrupt(error)
    }
    throw this.#interrupt(undefined)
  }

  #interrupt(cause: unknown): StreamInterruptedError {
    const why = cause instanceof CloudError ? ` ${cause.message}` : ''
    return new StreamInterruptedError(
      `The stream broke off after ${this.#text.length} characters.${why}`,
      { text: this.#text, reply: this.collector.reply() },
      { cause },
    )
  }
}

/** A stream of events that write a text. */
export class TextStream<Event, Reply> extends EventStream<Event, Reply> {
  /** The pieces of the text as they come, without those that are empty. */
  async *pieces(): AsyncGenerator<string, void, undefined> {
    for await (const event of this) {
      const piece = this.collector.textOf(event)
      if (piece !== '') yield piece
    }
  }

  /**
   * The whole text, when the stream has ended.
   *
   * @throws StreamInterruptedError when it broke off; `partial.text` has what came
   */
  async text(): Promise<string> {
    await this.final()
    return this.written()
  }
}
