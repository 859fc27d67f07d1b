/** Source of time and randomness for everything that waits. Tests pass a fake clock and never sleep. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** At least 0 and below 1. */
  readonly random: () => number
  /** Resolves after the given time. @throws the signal's reason as soon as it aborts */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', end)
        if (signal?.aborted) reject(signal.reason)
        else resolve()
      }
      // Timers above 2³¹ − 1 ms (24 days) fire at once, so longer waits are cut to that.
      const timer = setTimeout(end, Math.min(milliseconds, 2 ** 31 - 1))
      signal?.addEventListener('abort', end)
      if (signal?.aborted) end()
    }),
}
