/** Result of `withResponse()`: body, status and headers. */
import { findRequestId } from './hide-secrets.ts'
import { type RateLimit, findRateLimit } from './rate-limit.ts'
import type { ApiResponse } from './request-types.ts'

interface ReplyHeaders {
  /** The response. Its body has been read. */
  readonly response: Response
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined
  readonly rateLimit: RateLimit | undefined
}

/** Result of a call with a status below 400. Other statuses throw an error. */
export interface SuccessReply<Status extends number, Body> extends ReplyHeaders {
  /** Always true: failures are errors. */
  readonly ok: true
  /** Status of the response. */
  readonly status: Status
  /** The body. */
  readonly data: Body
}

export type Reply = SuccessReply<number, unknown>

/** Parses the headers only when they are read. */
class ReceivedReply implements ReplyHeaders {
  readonly #apiResponse: ApiResponse

  constructor(apiResponse: ApiResponse) {
    this.#apiResponse = apiResponse
  }

  /** Label in a console. */
  get [Symbol.toStringTag](): string {
    return `${this.response.status} of ${this.#apiResponse.operation}`
  }

  get response(): Response {
    return this.#apiResponse.response
  }

  get requestId(): string | undefined {
    return findRequestId(this.response, this.#apiResponse)
  }

  get rateLimit(): RateLimit | undefined {
    return findRateLimit(this.response.headers)
  }
}

/** Creates the result of `withResponse()`. Loaded with its first call. */
export function createReply(apiResponse: ApiResponse, body: unknown): Reply {
  const { status } = apiResponse.response
  return Object.assign(new ReceivedReply(apiResponse), { ok: true as const, status, data: body })
}
