/** Takes what has been deleted out of the firewalls and load balancers that name it. */
import { afterLag } from '../../engine/lag.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { directions, dropTarget } from './rules.ts'
import { forgetPlace } from '../../shared/project-urns.ts'

export function forgetDroplet(world: World, id: number): void {
  afterLag(world, 'firewallMembership', 'firewalls.letGo', letGo, { id })
  for (const balancer of world.engine.all({ kind: 'LoadBalancer', where: [{ field: 'droplet_ids[]', equals: id }] })) {
    const others = (balancer['droplet_ids'] as readonly number[]).filter((other) => other !== id)
    world.engine.change({ kind: 'LoadBalancer', id: String(balancer['id']) }, { droplet_ids: others })
  }
}

/** Takes a droplet out of the firewalls that name it. */
export function letGo({ id }: { readonly id: number }, world: World): void {
  changeFirewalls(world, 'droplet_ids', id, (firewall) => ({
    droplet_ids: (firewall['droplet_ids'] as readonly number[]).filter((other) => other !== id),
    pending_changes: (firewall['pending_changes'] as readonly Value[]).filter(({ droplet_id: other }) => other !== id),
  }))
}

/** What carries tags and is none of the kinds that can be tagged one by one: the kind, and the field that is its id. */
const labelled = { VectorDatabase: 'id', Agent: 'uuid', KnowledgeBase: 'uuid' } as const

/** A load balancer keeps its tag: droplets may get it again. A firewall may only name tags that exist. */
export function forgetTag(world: World, name: string): void {
  changeFirewalls(world, 'tags', name, ({ tags }) => ({ tags: (tags as readonly string[]).filter((other) => !isSame(other, name)) }))
  for (const [kind, id] of Object.entries(labelled)) {
    for (const value of world.engine.all({ kind, where: [{ field: 'tags[]', equals: name, fold: true }] })) {
      const others = (value['tags'] as readonly string[]).filter((other) => !isSame(other, name))
      world.engine.change({ kind, id: String(value[id]) }, { tags: others })
    }
  }
}

export function forgetLoadBalancer(world: World, id: string): void {
  forgetPlace(world, `do:loadbalancer:${id}`)
  changeFirewalls(world, 'load_balancer_uids', id)
  for (const balancer of world.engine.all({ kind: 'LoadBalancer', where: [{ field: 'target_load_balancer_ids[]', equals: id }] })) {
    const others = (balancer['target_load_balancer_ids'] as readonly string[]).filter((other) => other !== id)
    world.engine.change({ kind: 'LoadBalancer', id: String(balancer['id']) }, { target_load_balancer_ids: others })
  }
}

export function forgetCluster(world: World, id: string): void {
  changeFirewalls(world, 'kubernetes_ids', id)
}

function changeFirewalls({ engine }: World, list: string, gone: string | number, change: (firewall: Value) => Value = () => ({})): void {
  for (const firewall of engine.all({ kind: 'Firewall' })) {
    const rules = directions.map((direction) => {
      const before = firewall[direction.list] as readonly Value[]
      return [direction.list, dropTarget(before, list, (entry) => isSame(String(entry), String(gone)))]
    })
    const after = { ...firewall, ...Object.fromEntries(rules), ...change(firewall) }
    if (JSON.stringify(after) !== JSON.stringify(firewall)) engine.change({ kind: 'Firewall', id: String(firewall['id']) }, after)
  }
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
