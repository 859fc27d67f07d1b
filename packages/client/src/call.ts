/** The promise that an operation returns: it resolves to the body and also gives access to the whole response. */
import { readData } from './read-body.ts'
import type { SuccessReply } from './reply.ts'
import type { RetryOptions } from './retry/retry-options.ts'
import type { ApiResponse, Target } from './request-types.ts'

/** Options of a single call. They override the options of the client. */
export interface CallOptions {
  /** Aborts the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /**
   * Milliseconds until an attempt without a complete response fails with `TimeoutError`; 0 means no limit. Default: the client's, else 60,000.
   * The limit includes reading the body of `asResponse()`: set a longer one for long streams.
   */
  readonly timeoutMs?: number
  /** Headers to add to the client's. The value `undefined` removes one of those. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Retry policy of this call; `false` turns retries off. Default: the client's. */
  readonly retry?: Omit<RetryOptions, 'budget'> | false
  /** Maximum time in milliseconds that this call waits for a rate limit. Default: the client's. */
  readonly maxWaitMs?: number
  /** Maximum size of the response body in bytes. Default: the client's. */
  readonly maxReplyBytes?: number
}

/** The result of an operation: await it for the body, or use its methods for status, headers or the raw response. */
export interface Call<Body> extends Promise<Body> {
  /** The body together with status, headers, rate limit and request id. */
  withResponse(): Promise<SuccessReply<number, Body>>
  /** The raw `Response` of any status, with its body unread. For streams and downloads. */
  asResponse(): Promise<Response>
}

/** Reads the body only when the call is awaited. */
export class PendingCall<Body> implements Call<Body> {
  readonly #target: Target
  readonly #apiResponse: () => Promise<ApiResponse>
  #data: Promise<Body> | undefined

  /** `apiResponse` must return the same promise on every call. */
  constructor(target: Target, apiResponse: () => Promise<ApiResponse>) {
    this.#target = target
    this.#apiResponse = apiResponse
  }

  /** Label in a console. */
  get [Symbol.toStringTag](): string {
    return `Call of ${this.#target.method} ${this.#target.path}`
  }

  asResponse(): Promise<Response> {
    return this.#apiResponse().then(({ response }) => response)
  }

  async withResponse(): Promise<SuccessReply<number, Body>> {
    const data = await this
    const { createReply } = await import('./lazy.ts')
    return createReply(await this.#apiResponse(), data) as SuccessReply<number, Body>
  }

  // oxlint-disable-next-line unicorn/no-thenable -- callers await it
  then<A = Body, B = never>(
    onDone?: ((body: Body) => A | PromiseLike<A>) | null,
    onFail?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return (this.#data ??= readData<Body>(this.#apiResponse())).then(onDone, onFail)
  }

  catch<B = never>(onFail?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Body | B> {
    return this.then(undefined, onFail)
  }

  finally(onEnd?: (() => void) | null): Promise<Body> {
    return this.then(undefined).finally(onEnd)
  }
}
