/** How an object was at a moment, from the journal. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { listPeriods, type Period } from '../../usage/journal.ts'

/** Undefined while it was not there. */
export type Past = (second: number) => Value | undefined

/** Of an object that is there now; nothing is shown of one that is gone. */
export function findPast({ store }: World, kind: string, id: string): Past {
  const periods = listPeriods(store, { kind, id })
  return (second) => periodAt(periods, second)?.facts
}

export function periodAt(periods: readonly Period[], second: number): Period | undefined {
  const moment = second * 1000
  return periods.findLast(({ from, to }) => from <= moment && moment < (to ?? Infinity))
}
