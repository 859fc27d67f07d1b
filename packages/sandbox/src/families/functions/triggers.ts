/**
 * Timetables that call functions. Nothing waits for them: when a trigger called its function last, and when it will next, follows
 * from the clock whenever somebody looks.
 */
import { unprocessable } from '../../engine/failure.ts'
import type { ResourceHooks } from '../../engine/hooks.ts'
import { formatStamp } from '../../shared/format-stamp.ts'
import { parentKey } from '../../store/store.ts'
import { findLast, findNext, parseTimetable } from './cron.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** Since when its timetable has held, in milliseconds since 1970. */
    FunctionsTrigger: { since: number }
  }
}

export const trigger = {
  serialize: (value, key, { engine, clock }) => {
    const { is_enabled: isEnabled, scheduled_details: details, scheduled_runs: before } = value
    const shown = { ...value, namespace: parentKey(key.parent)?.id ?? '' }
    if (!isEnabled) return { ...shown, scheduled_runs: { ...before, next_run_at: null } }
    const timetable = parseTimetable(details.cron)
    const last = findLast(timetable, engine.hidden('FunctionsTrigger', key).since, clock.now())
    const next = findNext(timetable, clock.now())
    return {
      ...shown,
      scheduled_runs: {
        last_run_at: last === undefined ? before.last_run_at : formatStamp(last),
        next_run_at: next === undefined ? null : formatStamp(next),
      },
    }
  },
  // What was called so far was called by the earlier timetable.
  beforeUpdate: (value, key, { engine }) => {
    engine.change('FunctionsTrigger', key, { scheduled_runs: engine.serialize('FunctionsTrigger', key, value).scheduled_runs })
  },
  afterUpdate: ({ function: called, scheduled_details: details }, key, { engine, clock }) => {
    if (!/^([^/\s]+\/)?[^/\s]+$/.test(called))
      throw unprocessable('function: must be the name of a function, after its package and a slash if it is in one.')
    assertTimetable(details.cron)
    engine.hide('FunctionsTrigger', key, { since: clock.now() })
  },
} satisfies ResourceHooks<'FunctionsTrigger'>

/** @throws Failure 422 */
function assertTimetable(cron: string): void {
  try {
    parseTimetable(cron)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw unprocessable(`scheduled_details.cron: ${error.message}.`)
  }
}
