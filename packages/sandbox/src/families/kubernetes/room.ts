/** How many droplets more the account may have, and who asks for them. */
import { unprocessable } from '../../engine/failure.ts'
import type { World } from '../../engine/world.ts'
import { type Cluster, type ClusterPool } from './clusters.ts'

/** @throws Failure 422 when the account may not have so many droplets more */
export function assertRoom(world: World, more: number): void {
  const { limit, left } = roomOf(world)
  if (more > left) throw unprocessable(`This would be more than the ${limit} droplets that the account may have.`)
}

/** @throws Failure 422 when the pools could not grow to their bounds */
export function assertGrowth(world: World, pools: readonly ClusterPool[]): void {
  const more = pools.reduce((sum, { auto_scale: scales, max_nodes: max, count, nodes }) => sum + (scales ? max : count) - nodes.length, 0)
  if (pools.some(({ auto_scale: scales }) => scales) && more > roomOf(world).left)
    throw unprocessable(
      `validation error: autoscale desired max nodes exceed limits, ${more} additional nodes but not enough available droplet limit`,
    )
}

function roomOf({ engine, store }: World): { readonly limit: number; readonly left: number } {
  const [account] = engine.all({ kind: 'Account' })
  const waiting = engine
    .all({ kind: 'KubernetesCluster' })
    .flatMap((cluster) => (cluster as Cluster).node_pools.flatMap(({ nodes }) => nodes.filter((node) => node.droplet_id === '')))
  const limit = Number(account?.['droplet_limit'])
  return { limit, left: limit - store.count({ kind: 'Droplet' }) - waiting.length }
}
