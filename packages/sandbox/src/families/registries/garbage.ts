/** Which garbage collection of a registry is going on. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { registryKey } from './plan.ts'

const ended = new Set(['failed', 'succeeded', 'cancelled'])

export const hasEnded = (run: Value): boolean => ended.has(String(run['status']))

export const runKey = (registry: string, id: unknown): Key => ({
  kind: 'RegistryGarbageCollection',
  parent: under(registryKey(registry)),
  id: String(id),
})

/** There is one at a time. */
export function findActiveRun({ engine }: World, registry: string): Value | undefined {
  const question = { kind: 'RegistryGarbageCollection', parent: under(registryKey(registry)) }
  const [latest] = engine.all({ ...question, order: 'newest', page: { number: 1, size: 1 } })
  return latest && !hasEnded(latest) ? latest : undefined
}
