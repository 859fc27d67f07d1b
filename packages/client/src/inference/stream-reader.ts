/** Reads a stream of server-sent events. */
import { CloudError, TimeoutError } from '../errors.ts'
import { hideSecrets } from '../hide-secrets.ts'
import type { ApiResponse } from '../request-types.ts'
import type { Transport } from '../transport.ts'
import { readChunks } from './read-chunks.ts'
import { readEvents, type ServerSentEvent } from './read-events.ts'
import { StreamInterruptedError } from './stream-error.ts'

/** Assembles a reply from the events of a stream. */
export interface Collector<Event, Reply = unknown, Message = unknown> {
  add(event: Event): void
  /** The text that an event adds. */
  textOf(event: Event): string
  /** The reply so far. */
  reply(): Reply
  /** The message of the reply so far. */
  message(): Message
}

export class StreamReader {
  /** Status and headers of the response. Its body is the stream. */
  readonly response: Promise<Response>
  readonly #controller = new AbortController()
  readonly #opened: Promise<ApiResponse>
  readonly #collector: Collector<unknown>
  #isStarted = false
  #finished: Promise<void> | undefined
  #state: 'pending' | 'complete' | 'incomplete' = 'pending'
  #failure: unknown
  #text = ''

  constructor(
    send: Transport,
    open: (signal: AbortSignal) => Promise<ApiResponse>,
    signal: AbortSignal | undefined,
    collector: Collector<unknown>,
  ) {
    this.#collector = collector
    const own = this.#controller.signal
    if (signal?.aborted) this.abort(signal.reason)
    else signal?.addEventListener('abort', () => this.abort(signal.reason), { once: true, signal: own })
    this.#opened = open(own).then((apiResponse) => checkResponse(send, apiResponse))
    this.response = this.#opened.then(({ response }) => response)
    // Reading the stream reports the failure.
    this.response.catch(() => {})
  }

  abort(reason?: unknown): void {
    this.#controller.abort(reason)
  }

  /** Yields the events, once. */
  readEvents(): AsyncGenerator<unknown, void, undefined> {
    if (this.#isStarted)
      throw new CloudError('The stream is already being read and can only be read once. Await `finalReply()` for the complete reply.')
    this.#isStarted = true
    return this.#readEvents()
  }

  /** Yields the non-empty pieces of the text. */
  async *readText(): AsyncGenerator<string, void, undefined> {
    for await (const event of this.readEvents()) {
      const text = this.#collector.textOf(event)
      if (text !== '') yield text
    }
  }

  /** Returns a result when the stream has ended. Concurrent calls share one read of the stream. */
  async finish<Result>(getResult: (collector: Collector<unknown>, text: string) => Result): Promise<Result> {
    if (!this.#isStarted) this.#finished = this.#readToEnd()
    await this.#finished
    if (this.#failure !== undefined) throw this.#failure
    if (this.#state !== 'complete') throw new CloudError('The stream was not read to its end, so there is no complete reply.')
    return getResult(this.#collector, this.#text)
  }

  async #readToEnd(): Promise<void> {
    for await (const _ of this.readEvents());
  }

  #startTimer(timeoutMs: number): () => void {
    if (!(timeoutMs > 0 && timeoutMs < 2 ** 31)) return () => undefined
    const timer = setTimeout(() => this.abort(new TimeoutError(`No data for ${timeoutMs} ms.`)), timeoutMs)
    return () => clearTimeout(timer)
  }

  async *#readEvents(): AsyncGenerator<unknown, void, undefined> {
    this.#state = 'incomplete'
    try {
      const apiResponse = await this.#opened
      const chunks = readChunks(apiResponse.response, this.#controller.signal, () => this.#startTimer(apiResponse.timeoutMs))
      yield* this.#parseEvents(readEvents(chunks), apiResponse)
      this.#state = 'complete'
    } catch (error) {
      this.#failure = error
      throw error
    } finally {
      this.abort()
    }
  }

  /** Yields the data of the events up to `[DONE]`. */
  async *#parseEvents(events: AsyncIterable<ServerSentEvent>, { bearer, request }: ApiResponse): AsyncGenerator<unknown, void, undefined> {
    try {
      for await (const { type, data } of events) {
        // Events that arrived before an abort are not yielded after it.
        this.#controller.signal.throwIfAborted()
        if (data === '[DONE]') return
        const event: unknown = JSON.parse(data)
        const { error } = Object(event) as { readonly error?: { readonly message?: unknown } }
        if (type === 'error' || error)
          throw new CloudError(`The platform reported: ${hideSecrets(String(error?.message ?? data), bearer, request)}`)
        this.#collector.add(event)
        this.#text += this.#collector.textOf(event)
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
    const reason = cause instanceof CloudError ? ` ${cause.message}` : ''
    return new StreamInterruptedError(
      `The stream was interrupted after ${this.#text.length} characters.${reason}`,
      { text: this.#text, reply: this.#collector.reply() },
      { cause },
    )
  }
}

/** Returns a response that is a stream. @throws HttpError for a status of 400 or above, CloudError for anything but a stream */
async function checkResponse(send: Transport, apiResponse: ApiResponse): Promise<ApiResponse> {
  const { response } = apiResponse
  if (response.status >= 400) await send.read(apiResponse)
  // From here on, the gaps between events are timed instead of the response.
  apiResponse.stop()
  const type = response.headers.get('content-type') ?? 'no content type'
  if (type.startsWith('text/event-stream') && response.body) return apiResponse
  await response.body?.cancel()
  throw new CloudError(
    `${apiResponse.line}: expected a stream of events (text/event-stream), but the response (${response.status}) is ${type}.`,
  )
}
