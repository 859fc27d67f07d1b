/** State of an object at a time, from the journal, and the start times of a droplet. */
import type { AccountContext } from '../../engine/account-context.ts'
import { listPeriods, type PeriodOf } from '../../usage/journal.ts'

type Kind = 'Droplet' | 'Volume' | 'LoadBalancer' | 'DatabaseCluster' | 'DropletAutoscalePool'

/** Undefined while the object did not exist. */
export type History<K extends Kind> = (second: number) => PeriodOf<K>['facts'] | undefined

/** Returns the states of an existing object; a deleted one has none. */
export function findHistory<K extends Kind>({ store }: AccountContext, kind: K, id: string): History<K> {
  const periods = listPeriods(store, { kind, id })
  return (second) => periodAt(periods, second)?.facts
}

export function periodAt<P extends Pick<PeriodOf<Kind>, 'from' | 'to'>>(periods: readonly P[], second: number): P | undefined {
  const time = second * 1000
  return periods.findLast(({ from, to }) => from <= time && time < (to ?? Infinity))
}

const restarts = new Set(['reboot', 'power_cycle', 'rebuild', 'restore'])

/** Start times of a droplet, in seconds since 1970, oldest first. */
export function listStarts({ engine, store }: AccountContext, id: string): readonly number[] {
  const starts: number[] = []
  let wasOn = false
  for (const { from, facts } of listPeriods(store, { kind: 'Droplet', id })) {
    const isOn = facts.status === 'active'
    if (isOn && !wasOn) starts.push(from / 1000)
    wasOn = isOn
  }
  const where = [
    { field: 'resource_type', equals: 'droplet' },
    { field: 'resource_id', equals: Number(id) },
  ] as const
  for (const { type, status, completed_at: at } of engine.list('Action', { where })) {
    if (restarts.has(type) && status === 'completed' && at !== null) starts.push(Date.parse(at) / 1000)
  }
  return starts.toSorted((a, b) => a - b)
}

/** The last start before a moment at which it is on. */
export function startedBefore(starts: readonly number[], second: number): number {
  return starts.findLast((start) => start <= second) ?? second
}
