/** Which droplets share a physical machine. */
import type { Behavior } from '../../engine/call.ts'
import { replyValues } from '../../engine/pages.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'

/** Droplets are spread over three machines of their region, so that the fourth is the first's neighbor. */
const machines = 3

export function chooseMachine({ store }: World, region: Value): string {
  const slug = String(region['slug'])
  return `${slug}-${store.next(`machine:${slug}`, 0) % machines}`
}

export const listNeighbors: Behavior = (call, { engine }) => {
  const key = { kind: 'Droplet', id: String(call.path['droplet_id']) }
  const { id } = engine.get(key)
  const where = [{ field: 'machine', equals: String(engine.hidden(key)['machine']), hidden: true }]
  const sharing = engine.all({ kind: 'Droplet', where, order: 'newest' })
  return replyValues(
    call,
    'droplets',
    sharing.filter((droplet) => droplet['id'] !== id),
  )
}

export const listNeighborIds: Behavior = (_call, { engine }) => {
  const groups = new Map<string, number[]>()
  for (const { id } of engine.all({ kind: 'Droplet' })) {
    const machine = String(engine.hidden({ kind: 'Droplet', id: String(id) })['machine'])
    groups.set(machine, [...(groups.get(machine) ?? []), Number(id)])
  }
  return { body: JSON.stringify({ neighbor_ids: [...groups.values()].filter(({ length }) => length > 1) }) }
}
