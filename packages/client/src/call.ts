/** What calling an operation gives: a promise of its body that can also give the whole answer. */
import { sentFor } from './sent-for.ts'
import { readData } from './read-body.ts'
import type { Succeeded } from './reply.ts'
import type { RetryOptions } from './retry/retry-options.ts'
import type { Answer, Target } from './request-types.ts'

/** For a single call, over those of the client. */
export interface CallOptions {
  /** Aborts the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /**
   * Milliseconds until an attempt without a complete answer fails with `TimeoutError`; 0 waits for ever. Default: the client's, else 60,000.
   * A body that is read through `asResponse()` is part of the answer: give a long stream a longer time.
   */
  readonly timeoutMs?: number
  /** Sent beside the client's own; an entry with the value `undefined` takes one of those away. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** How this call is sent again when it fails; `false` for never. Default: the client's. */
  readonly retry?: Omit<RetryOptions, 'budget'> | false
  /** The longest that this call waits for a rate limit by itself. Default: the client's. */
  readonly maxWaitMs?: number
  /** The most bytes that this call takes of a body. Default: the client's. */
  readonly maxReplyBytes?: number
}

/** What an operation returns: await it for the body, or ask it for more. */
export interface Call<Body> extends Promise<Body> {
  /** The body together with status, headers, rate limit and request id. */
  withResponse(): Promise<Succeeded<number, Body>>
  /** The answer as it came, whatever its status, with the body unread. For streams and downloads. */
  asResponse(): Promise<Response>
}

/** Reads the body only when asked for it. */
export class PendingCall<Body> implements Call<Body> {
  readonly #target: Target
  readonly #answer: () => Promise<Answer>
  #data: Promise<Body> | undefined

  /** `answer` gives the same one each time. */
  constructor(target: Target, answer: () => Promise<Answer>) {
    this.#target = target
    this.#answer = answer
  }

  /** What a console shows of it. */
  get [Symbol.toStringTag](): string {
    return `Call of ${this.#target.method} ${this.#target.path}`
  }

  asResponse(): Promise<Response> {
    return this.#answer().then((answer) => {
      sentFor.set(answer.response, answer)
      return answer.response
    })
  }

  async withResponse(): Promise<Succeeded<number, Body>> {
    const data = await this
    const { createReply } = await import('./rarely-needed.ts')
    return createReply(await this.#answer(), data) as Succeeded<number, Body>
  }

  // oxlint-disable-next-line unicorn/no-thenable -- being awaitable is what it is for
  then<A = Body, B = never>(
    onDone?: ((body: Body) => A | PromiseLike<A>) | null,
    onFail?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return (this.#data ??= readData<Body>(this.#answer())).then(onDone, onFail)
  }

  catch<B = never>(onFail?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Body | B> {
    return this.then(undefined, onFail)
  }

  finally(onEnd?: (() => void) | null): Promise<Body> {
    return this.then(undefined).finally(onEnd)
  }
}
