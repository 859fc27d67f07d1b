/** How long an answer asks to wait before the next try. Loaded with the first answer that another try may mend. */
import type { Clock } from '../clock.ts'
import { findRateLimit } from '../rate-limit.ts'
import { findRetryAfter } from './find-retry-after.ts'

/** Milliseconds; `Infinity` when that is longer than may be waited, `undefined` when the answer does not say. */
export function findWait({ status, headers }: Response, maxWaitMs: number | undefined, clock: Clock): number | undefined {
  const isLimit = status === 429
  const now = clock.now()
  // The burst limit says for how long; the others only when, which can be most of an hour.
  const asked = findRetryAfter(headers, now)
  const resetAt = isLimit ? findRateLimit(headers)?.resetAt.getTime() : undefined
  const wait = asked ?? (resetAt && Math.max(0, resetAt - now))
  if (wait === undefined) return undefined
  if (wait > (maxWaitMs ?? (asked === undefined ? -1 : 60_000))) return Infinity
  // All that were refused together must not come back together.
  return isLimit ? wait + clock.random() * 1000 : wait
}
