/** Events of requests, for logging and tracing. They hold no secrets: tokens are left out, and secrets in a query are masked. */
import type { RateLimit } from './rate-limit.ts'

/** An attempt that is about to be sent. */
export interface RequestEvent {
  /** Method and path template: `GET /v2/droplets/{droplet_id}`. */
  readonly operation: string
  /** `GET`, `POST` and so on. */
  readonly method: string
  /** URL of the request, with `…` for each query value that may be a secret. */
  readonly url: string
  /** Number of the attempt: 1 for the first, 2 for the first retry. */
  readonly attempt: number
}

/** A response whose headers have arrived. */
export interface ResponseEvent extends RequestEvent {
  /** Status of the response. */
  readonly status: number
  /** Milliseconds from sending the request until the headers of the response. */
  readonly durationMs: number
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined
  /** Rate limit of the token, if the response has its headers. */
  readonly rateLimit: RateLimit | undefined
}

/** An attempt that failed and will be retried. */
export interface RetryEvent extends RequestEvent {
  /** Milliseconds until the next attempt. */
  readonly waitMs: number
  /** Status of the failed response, or message of the `ConnectionError`. */
  readonly reason: string
}

/** Functions that are called for every attempt. */
export interface Hooks {
  /** Called before each attempt. Returns headers to add, for example for tracing. */
  readonly onRequest?: (event: RequestEvent) => Readonly<Record<string, string>> | void
  /** Called when the headers of a response of any status have arrived. */
  readonly onResponse?: (event: ResponseEvent) => void
  /** Called before the delay of each retry. */
  readonly onRetry?: (event: RetryEvent) => void
}
