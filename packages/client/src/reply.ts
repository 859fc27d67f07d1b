/** Result of `withResponse()`: body, status and headers. */
import { findRequestId } from './hide-secrets.ts'
import { type RateLimit, findRateLimit } from './rate-limit.ts'
import type { Answer } from './request-types.ts'

interface Received {
  /** The response. Its body has been read. */
  readonly response: Response
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined
  readonly rateLimit: RateLimit | undefined
}

/** Result of a call with a status below 400. Other statuses throw an error. */
export interface Succeeded<Status extends number, Body> extends Received {
  /** Always true: failures are errors. */
  readonly ok: true
  /** Status of the response. */
  readonly status: Status
  /** The body. */
  readonly data: Body
}

export type Reply = Succeeded<number, unknown>

/** Parses the headers only when they are read. */
class ReceivedReply implements Received {
  readonly #answer: Answer

  constructor(answer: Answer) {
    this.#answer = answer
  }

  /** Label in a console. */
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

/** Creates the result of `withResponse()`. Loaded with its first call. */
export function createReply(answer: Answer, body: unknown): Reply {
  const { status } = answer.response
  return Object.assign(new ReceivedReply(answer), { ok: true as const, status, data: body })
}
