/** Delay that a response requests before a retry. Loaded with the first response that may be retried. */
import type { Clock } from '../clock.ts'
import { findRateLimit } from '../rate-limit.ts'
import { findRetryAfter } from './find-retry-after.ts'

/** Returns the delay in milliseconds; `Infinity` if it is above the maximum, `undefined` if the response requests none. */
export function findWait({ status, headers }: Response, maxWaitMs: number | undefined, clock: Clock): number | undefined {
  const isLimit = status === 429
  const now = clock.now()
  // The burst limit sends `retry-after`; the others only a reset time, up to an hour away.
  const requested = findRetryAfter(headers, now)
  const resetAt = isLimit ? findRateLimit(headers)?.resetAt.getTime() : undefined
  const wait = requested ?? (resetAt && Math.max(0, resetAt - now))
  if (wait === undefined) return undefined
  if (wait > (maxWaitMs ?? (requested === undefined ? -1 : 60_000))) return Infinity
  // Jitter spreads requests that were rejected together.
  return isLimit ? wait + clock.random() * 1000 : wait
}
