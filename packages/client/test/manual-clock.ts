/** A fake clock: sleeping moves it without waiting. */
import type { Clock } from '../src/clock.ts'

export interface ManualClock extends Clock {
  /** Duration of each sleep in milliseconds. */
  readonly sleeps: readonly number[]
  advance(milliseconds: number): void
}

/** Creates a fake clock. `random` is the fixed random value; `onSleep` is called during every sleep. */
export function createManualClock({
  random = 0.5,
  onSleep,
}: { readonly random?: number; readonly onSleep?: (milliseconds: number) => unknown } = {}): ManualClock {
  let now = Date.UTC(2026, 10, 21, 12)
  const sleeps: number[] = []
  return {
    sleeps,
    now: () => now,
    random: () => random,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted()
      sleeps.push(milliseconds)
      await onSleep?.(milliseconds)
      signal?.throwIfAborted()
      now += milliseconds
    },
    advance: (milliseconds) => void (now += milliseconds),
  }
}
