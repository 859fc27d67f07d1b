/** Whether a failed attempt is repeated, and after how long. Pure: the clock is given. */
import type { Clock } from '../clock.ts'
import { ConnectionError } from '../errors.ts'
import { readRateLimit } from '../rate-limit.ts'
import { isUnsent } from './is-unsent.ts'
import { readRetryAfter } from './read-retry-after.ts'
import type { RetryOptions } from './retry-options.ts'

export interface Attempt {
  readonly api: string
  readonly method: string
  readonly url: string
  /** How many were made, this one included. */
  readonly count: number
  /** What came, if its status is one that another try may mend. */
  readonly response?: Response | undefined
  /** In place of a response, or because its body broke off. */
  readonly error?: unknown
  readonly retry: RetryOptions | false | undefined
  readonly maxWaitMs: number | undefined
  readonly clock: Clock
}

/** Sending one of these twice can have another effect than sending it once. */
const unrepeatable = /^(POST|PATCH)$/

/** Milliseconds to wait before the next attempt; `undefined` when there is to be none. */
export function decideRetry({ api, method, url, count, response, error, retry = {}, maxWaitMs, clock }: Attempt): number | undefined {
  const { retries = 3, baseDelayMs = 500, maxDelayMs = 8000 } = retry || { retries: 0 }
  // A code or a refresh token is spent by the first try, even when its answer is lost.
  if (count > retries || (api === 'oauth' && method === 'POST')) return undefined
  const isLimit = response?.status === 429
  if (!response && !(error instanceof ConnectionError)) return undefined
  if (!isLimit && unrepeatable.test(method) && !isUnsent(error, url)) return undefined
  const now = clock.now()
  // The burst limit says for how long; the others only when, which can be most of an hour.
  const asked = response && readRetryAfter(response.headers, now)
  const resetAt = isLimit ? readRateLimit(response.headers)?.resetAt.getTime() : undefined
  const wait = asked ?? (resetAt && Math.max(0, resetAt - now))
  // Full jitter: anything from nothing to twice as much as the time before.
  if (wait === undefined) return clock.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (count - 1))
  if (wait > (maxWaitMs ?? (asked === undefined ? -1 : 60_000))) return undefined
  // All that were refused together must not come back together.
  return isLimit ? wait + clock.random() * 1000 : wait
}

/** What another try may mend. 501 and 505 say that it will not. */
export function isTransient(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status !== 501 && status !== 505)
}
