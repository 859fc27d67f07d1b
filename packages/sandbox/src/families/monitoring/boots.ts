/** When a droplet was switched on or started again, in seconds since 1970, oldest first. */
import type { World } from '../../engine/world.ts'
import { listPeriods } from '../../usage/journal.ts'

const restarts = new Set(['reboot', 'power_cycle', 'rebuild', 'restore'])

export function findBoots({ engine, store }: World, id: string): readonly number[] {
  const boots: number[] = []
  let wasOn = false
  for (const { from, facts } of listPeriods(store, { kind: 'Droplet', id })) {
    const isOn = facts['status'] === 'active'
    if (isOn && !wasOn) boots.push(from / 1000)
    wasOn = isOn
  }
  const where = [
    { field: 'resource_type', equals: 'droplet' },
    { field: 'resource_id', equals: Number(id) },
  ]
  for (const { type, status, completed_at: at } of engine.all({ kind: 'Action', where })) {
    if (restarts.has(String(type)) && status === 'completed') boots.push(Date.parse(String(at)) / 1000)
  }
  return boots.toSorted((a, b) => a - b)
}

/** The last one before a moment at which it is on. */
export function bootedAt(boots: readonly number[], second: number): number {
  return boots.findLast((boot) => boot <= second) ?? second
}
