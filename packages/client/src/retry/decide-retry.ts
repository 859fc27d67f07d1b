/** Whether a failed attempt is repeated, and after how long. What reads failures closely is loaded with the first one. */
import type { Clock } from '../clock.ts'
import type { RetryOptions } from './retry-options.ts'

/** Sending a POST or PATCH twice can have another effect than sending it once, unless the first one did nothing. */
export function canRepeat({ api, method }: { readonly api: string; readonly method: string }, isUndone: boolean): boolean {
  // A code or a refresh token is spent by the first try, even when its answer is lost.
  return !(api === 'oauth' && method === 'POST') && (isUndone || !/^(POST|PATCH)$/.test(method))
}

/** Milliseconds to wait before the next attempt, after so many; `Infinity` when there is to be none. */
export async function planWait(
  count: number,
  response: Response | undefined,
  retry: RetryOptions | false = {},
  maxWaitMs: number | undefined,
  clock: Clock,
): Promise<number> {
  const { retries = 3, baseDelayMs = 500, maxDelayMs = 8000 } = retry || { retries: 0 }
  if (count > retries) return Infinity
  // Where an answer came from there is more to load; a machine without a network could not.
  const asked = response && (await import('../rarely-needed.ts')).findWait(response, maxWaitMs, clock)
  // Full jitter: anything from nothing to twice as much as the time before.
  return asked ?? clock.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (count - 1))
}

/** Whether an error proves that nothing was sent. A browser's has no cause, so that there nothing is loaded for it. */
export async function proveUnsent(error: unknown, url: string): Promise<boolean> {
  const { code, cause } = Object(Object(error).cause)
  return (code ?? cause) !== undefined && (await import('../rarely-needed.ts')).isUnsent(error, url)
}

/** What another try may mend. 501 and 505 say that it will not. */
export function isTransient(status: number): boolean {
  return /^(408|429|5(?!0[15])..)$/.test(String(status))
}
