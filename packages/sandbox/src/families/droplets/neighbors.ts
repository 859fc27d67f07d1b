/** Droplets that share a physical host. */
import type { Handler } from '../../engine/call.ts'
import { answerValues } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'

/** Droplets are spread over three hosts per region, so every fourth droplet shares a host. */
const machines = 3

export function chooseMachine({ store }: AccountContext, { slug }: { readonly slug: string }): string {
  return `${slug}-${store.nextCounter(`machine:${slug}`, 0) % machines}`
}

export const listNeighbors: Handler<'droplets_neighbors_list'> = (call, { engine }) => {
  const { id } = engine.get('Droplet', call.path.droplet_id)
  const where = [{ field: 'machine', equals: engine.getHidden('Droplet', id).machine ?? '', hidden: true }] as const
  const sharing = engine.list('Droplet', { where, order: 'newest' }).filter((droplet) => droplet.id !== id)
  return answerValues(call, 'droplets', sharing)
}

export const listNeighborIds: Handler<'droplets_neighbors_listIds'> = (_call, { engine }) => {
  const groups = new Map<string, number[]>()
  for (const { id } of engine.list('Droplet')) {
    const { machine = '' } = engine.getHidden('Droplet', id)
    groups.set(machine, [...(groups.get(machine) ?? []), id])
  }
  return { neighbor_ids: [...groups.values()].filter(({ length }) => length > 1) }
}
