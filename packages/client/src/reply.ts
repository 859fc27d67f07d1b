/** The reply of `withResponse()`: body, status and headers. */
import { findRequestId } from './hide-secrets.ts'
import { type RateLimit, findRateLimit } from './rate-limit.ts'
import type { Answer } from './request-types.ts'

interface Received {
  /** The answer itself. Its body has been read. */
  readonly response: Response
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined
  readonly rateLimit: RateLimit | undefined
}

/** A reply with a status below 400. An error is thrown for any other. */
export interface Succeeded<Status extends number, Body> extends Received {
  /** Always true: a refusal is an error. */
  readonly ok: true
  /** The status of the response. */
  readonly status: Status
  /** The body. */
  readonly data: Body
}

export type Reply = Succeeded<number, unknown>

/** The headers are only looked at when someone asks. */
class ReceivedReply implements Received {
  readonly #answer: Answer

  constructor(answer: Answer) {
    this.#answer = answer
  }

  /** What a console shows of it, beside the body. */
  get [Symbol.toStringTag](): string {
    return `${this.response.status} of ${this.#answer.operation}`
  }

  get response(): Response {
    return this.#answer.response
  }

  get requestId(): string | undefined {
    return findRequestId(this.response, this.#answer)
  }

  get rateLimit(): RateLimit | undefined {
    return findRateLimit(this.response.headers)
  }
}

/** Loaded with the first call that is asked for more than its body. */
export function createReply(answer: Answer, body: unknown): Reply {
  const { status } = answer.response
  return Object.assign(new ReceivedReply(answer), { ok: true as const, status, data: body })
}
