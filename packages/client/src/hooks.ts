/** What a client tells of its requests while they happen. Nothing in it is secret: the token is in none, and secrets in a query are masked. */
import type { RateLimit } from './rate-limit.ts'

/** An attempt that is about to be made. */
export interface RequestEvent {
  /** Method and path template: `GET /v2/droplets/{droplet_id}`. */
  readonly operation: string
  /** `GET`, `POST` and so on. */
  readonly method: string
  /** As it is sent, but with `…` for each value in the query that may be a secret. */
  readonly url: string
  /** 1 for the first, 2 for the first retry. */
  readonly attempt: number
}

/** An answer whose headers have come. */
export interface ResponseEvent extends RequestEvent {
  /** Of the answer, whatever it is. */
  readonly status: number
  /** From sending the request to having the headers of its answer. */
  readonly durationMs: number
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined
  /** What is left of the token's limit. */
  readonly rateLimit: RateLimit | undefined
}

/** An attempt that failed and is made again. */
export interface RetryEvent extends RequestEvent {
  /** Until the next attempt. */
  readonly waitMs: number
  /** The status that is not accepted, or the sentence of the `ConnectionError`. */
  readonly reason: string
}

/** Functions that are told of every attempt. */
export interface Hooks {
  /** Before each attempt. What it returns are headers to send along, for tracing. */
  readonly onRequest?: (event: RequestEvent) => Readonly<Record<string, string>> | void
  /** When the headers of an answer have come, whatever its status. */
  readonly onResponse?: (event: ResponseEvent) => void
  /** Before the wait that comes before each retry. */
  readonly onRetry?: (event: RetryEvent) => void
}
