import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'

export type Schedule = Kinds['IndexingSchedule']

const day = 86_400_000

/** Plans the next run, and returns the schedule with its time. */
export function planNext({ engine, store, clock }: AccountContext, { uuid, days, time }: Schedule): Schedule {
  const at = findNext(days, time, clock.now())
  store.schedule({ at, name: 'indexingSchedules.run', payload: JSON.stringify({ uuid }) })
  return engine.setFields('IndexingSchedule', uuid, { next_run_at: `${new Date(at).toISOString().slice(0, 19)}Z` })
}

/** The first moment after `now` that is at this time of one of these days, in UTC. */
function findNext(days: readonly number[], time: string, now: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const midnight = Math.floor(now / day) * day
  for (let dayOffset = 0; dayOffset <= 7; dayOffset++) {
    const at = midnight + dayOffset * day + (hours * 60 + minutes) * 60_000
    if (at > now && days.includes(new Date(at).getUTCDay())) return at
  }
  throw new Error(`No time of the week fits ${JSON.stringify(days)} at ${time}.`)
}
