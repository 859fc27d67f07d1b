/** Clock of the sandbox. It follows the system clock until it is set, advanced or frozen, and is stored in the state. */
import { type Timestamp, toTimestamp } from '../store/timestamp.ts'
import type { Store } from '../store/store.ts'
import { findSetting, saveSetting } from '../store/settings.ts'

export interface Clock {
  readonly now: () => Timestamp
  /** Formats the current time as RFC 3339, UTC, whole seconds. */
  readonly timestamp: () => string
  readonly advance: (milliseconds: number) => void
  readonly set: (time: number) => void
  readonly freeze: (isFrozen: boolean) => void
  readonly isFrozen: () => boolean
  /** Runs `work` at `time`, when its job was due. */
  readonly at: <T>(time: Timestamp, work: () => T) => T
  /** Loads the clock from the store after it was opened, cleared or restored. */
  readonly load: () => void
}

/** Follows the system clock, but keeps running at normal speed when it is set back. */
function createSteadyTime(systemNow: () => number): () => number {
  const elapsed = performance.now.bind(performance)
  let last = { time: systemNow(), at: elapsed() }
  return () => {
    const at = elapsed()
    const steadyTime = last.time + at - last.at
    const system = systemNow()
    // A millisecond is the resolution of the system clock, so a smaller difference means nothing.
    last = { time: steadyTime - system > 1 ? steadyTime : Math.max(system, last.time), at }
    return Math.floor(last.time)
  }
}

interface ClockState {
  readonly offset: number
  readonly frozenAt: number | null
}

/** @param systemNow returns milliseconds since 1970 */
export function createClock(store: Store, systemNow: () => number = Date.now): Clock {
  const realNow = createSteadyTime(systemNow)
  let state: ClockState = { offset: 0, frozenAt: null }
  let override: Timestamp | undefined
  let stampedSecond = -1
  let stamped = ''
  const read = () => toTimestamp(state.frozenAt ?? realNow() + state.offset)
  const now = () => override ?? read()
  const save = (next: ClockState) => {
    saveSetting(store, 'clock', JSON.stringify(next))
    state = next
  }
  const setTime = (time: number) => save({ offset: time - realNow(), frozenAt: state.frozenAt === null ? null : time })
  const load = () => {
    const text = findSetting(store, 'clock')
    state = text === undefined ? { offset: 0, frozenAt: null } : (JSON.parse(text) as ClockState)
  }
  load()
  return {
    now,
    timestamp: () => {
      const second = Math.floor(now() / 1000)
      if (second !== stampedSecond) {
        stampedSecond = second
        stamped = `${new Date(second * 1000).toISOString().slice(0, 19)}Z`
      }
      return stamped
    },
    advance: (milliseconds) => setTime(read() + milliseconds),
    set: setTime,
    freeze: (isFrozen) => {
      const time = read()
      save({ offset: time - realNow(), frozenAt: isFrozen ? time : null })
    },
    isFrozen: () => state.frozenAt !== null,
    at: (time, work) => {
      const before = override
      override = time
      try {
        return work()
      } finally {
        override = before
      }
    },
    load,
  }
}
