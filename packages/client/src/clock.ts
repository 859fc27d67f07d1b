/** Time and chance, as everything here that waits asks for them. Tests pass one of their own and never sleep. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** At least 0 and below 1. */
  readonly random: () => number
  /** Resolves after so long. @throws the signal's reason, as soon as it aborts */
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
      // A timer beyond 2³¹ − 1 ms would fire at once; after 24 days it is time to ask again anyway.
      const timer = setTimeout(end, Math.min(milliseconds, 2 ** 31 - 1))
      signal?.addEventListener('abort', end)
      if (signal?.aborted) end()
    }),
}
