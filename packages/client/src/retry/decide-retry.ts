/** Retry decisions. The modules that inspect failures are loaded with the first failure. */
import type { Clock } from '../clock.ts'
import type { RetryOptions } from './retry-options.ts'

/** True if a request may be repeated. POST and PATCH are not idempotent: they may be only if the first attempt had no effect. */
export function canRepeat({ api, method }: { readonly api: string; readonly method: string }, hadNoEffect: boolean): boolean {
  // An OAuth code or refresh token can be used only once, even if the response is lost.
  return !(api === 'oauth' && method === 'POST') && (hadNoEffect || !/^(POST|PATCH)$/.test(method))
}

/** Returns the delay before the next attempt in milliseconds, after `count` attempts; `Infinity` for no retry. */
export async function planRetryDelay(
  count: number,
  response: Response | undefined,
  retry: RetryOptions | false = {},
  maxWaitMs: number | undefined,
  clock: Clock,
): Promise<number> {
  const { retries = 3, baseDelayMs = 500, maxDelayMs = 8000 } = retry || { retries: 0 }
  if (count > retries) return Infinity
  // Loaded only after a response: without a network, loading would fail too.
  const requested = response && (await import('../lazy.ts')).findWait(response, maxWaitMs, clock)
  // Exponential backoff with full jitter.
  return requested ?? clock.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (count - 1))
}

/** True if an error proves that nothing was sent. Errors of browsers have no cause and prove nothing. */
export async function checkUnsent(error: unknown): Promise<boolean> {
  const { code, cause } = Object(Object(error).cause)
  return (code ?? cause) !== undefined && (await import('../lazy.ts')).isUnsent(error)
}

/** True for statuses that a retry may fix; not 501 and 505. */
export function isTransient(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status !== 501 && status !== 505)
}
