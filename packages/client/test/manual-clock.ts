/** A clock of which nobody waits for anything: sleeping moves it. */
import type { Clock } from '../src/clock.ts'

export interface ManualClock extends Clock {
  /** How long each sleep was asked to be. */
  readonly sleeps: readonly number[]
  advance(milliseconds: number): void
}

/** `random` is what chance always says; `onSleep` hears of every sleep before it is over. */
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
