/** The sandbox's only source of time. It runs with the real one until it is set, advanced or frozen, and is kept with the state. */
import { type Moment, toMoment } from '../store/moment.ts'
import type { Store } from '../store/store.ts'
import { findSetting, saveSetting } from '../store/settings.ts'

export interface Clock {
  readonly now: () => Moment
  /** RFC 3339, UTC, whole seconds: as the platform writes times. */
  readonly stamp: () => string
  readonly advance: (milliseconds: number) => void
  readonly set: (moment: number) => void
  readonly freeze: (frozen: boolean) => void
  readonly isFrozen: () => boolean
  /** Lets `work` see the time `moment`, at which what it does fell due. */
  readonly at: <T>(moment: Moment, work: () => T) => T
  /** Reads what the store keeps, after it was opened, cleared or restored. */
  readonly load: () => void
}

interface Kept {
  readonly offset: number
  readonly frozenAt: number | null
}

export function createClock(store: Store, realNow: () => number = Date.now): Clock {
  let kept: Kept = { offset: 0, frozenAt: null }
  let override: Moment | undefined
  let stampedSecond = -1
  let stamped = ''
  const read = () => toMoment(kept.frozenAt ?? realNow() + kept.offset)
  const now = () => override ?? read()
  const keep = (next: Kept) => {
    saveSetting(store, 'clock', JSON.stringify(next))
    kept = next
  }
  const moveTo = (moment: number) => keep({ offset: moment - realNow(), frozenAt: kept.frozenAt === null ? null : moment })
  const load = () => {
    const text = findSetting(store, 'clock')
    kept = text === undefined ? { offset: 0, frozenAt: null } : (JSON.parse(text) as Kept)
  }
  load()
  return {
    now,
    stamp: () => {
      const second = Math.floor(now() / 1000)
      if (second !== stampedSecond) {
        stampedSecond = second
        stamped = `${new Date(second * 1000).toISOString().slice(0, 19)}Z`
      }
      return stamped
    },
    advance: (milliseconds) => moveTo(read() + milliseconds),
    set: moveTo,
    freeze: (frozen) => {
      const moment = read()
      keep({ offset: moment - realNow(), frozenAt: frozen ? moment : null })
    },
    isFrozen: () => kept.frozenAt !== null,
    at: (moment, work) => {
      const before = override
      override = moment
      try {
        return work()
      } finally {
        override = before
      }
    },
    load,
  }
}
