/** A cluster as it is kept: whole, with its pools and their nodes inside. */
import type { Call } from '../../engine/call.ts'
import { conflict } from '../../engine/failure.ts'
import { uniqueTags, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'

export interface ClusterNode {
  readonly id: string
  readonly name: string
  readonly status: { readonly state: 'provisioning' | 'running' | 'draining' | 'deleting' }
  readonly droplet_id: string
  readonly created_at: string
  readonly updated_at: string
}

export interface ClusterPool {
  readonly id: string
  readonly name: string
  readonly size: string
  readonly count: number
  readonly tags: readonly string[]
  readonly labels: Value | null
  readonly taints: readonly Value[]
  readonly auto_scale: boolean
  readonly min_nodes: number
  readonly max_nodes: number
  readonly nodes: readonly ClusterNode[]
  readonly gpu_partition_mode?: string
}

export interface Cluster extends Value {
  readonly id: string
  readonly name: string
  readonly region: string
  readonly version: string
  readonly vpc_uuid: string
  readonly ipv4: string
  readonly endpoint: string
  readonly tags: readonly string[]
  readonly node_pools: readonly ClusterPool[]
  readonly isolated_workers: boolean
  readonly surge_upgrade: boolean
  readonly maintenance_policy: { readonly start_time: string; readonly day: string; readonly duration: string }
  readonly status: { readonly state: string; readonly message: string }
}

export const clusterKey = (id: unknown): Key => ({ kind: 'KubernetesCluster', id: String(id) })

/** @throws Failure 404 */
export function getCluster({ engine }: World, id: unknown): Cluster {
  // Only this family writes clusters, and always whole ones.
  return engine.get(clusterKey(id)) as Cluster
}

export function findCluster({ engine }: World, id: string): Cluster | undefined {
  return engine.find(clusterKey(id)) as Cluster | undefined
}

export const openCluster = (call: Call, world: World): Cluster => getCluster(world, call.path['cluster_id'])

export function saveCluster({ engine, clock }: World, id: string, fields: Value): Cluster {
  return engine.change(clusterKey(id), { ...fields, updated_at: clock.stamp() }) as Cluster
}

/** Puts the pool where the one with its id was, or at the end. */
export function savePool(world: World, clusterId: string, pool: ClusterPool): void {
  const { node_pools: pools } = getCluster(world, clusterId)
  const isNew = pools.every(({ id }) => id !== pool.id)
  saveCluster(world, clusterId, { node_pools: isNew ? [...pools, pool] : pools.map((each) => (each.id === pool.id ? pool : each)) })
}

export function findPool(world: World, clusterId: string, poolId: string): ClusterPool | undefined {
  return findCluster(world, clusterId)?.node_pools.find(({ id }) => id === poolId)
}

/** @throws Failure 409 */
export function assertRunning({ status: { state } }: Cluster): void {
  if (!isRunning(state)) throw conflict(waitFor(state))
}

export const isRunning = (state: string): boolean => state === 'running' || state === 'degraded'

export const waitFor = (state: string): string => `The cluster is ${state}. Wait until it is running.`

/** What the platform tags the cluster with. */
export const clusterTags = (id: string): readonly string[] => ['k8s', `k8s:${id}`]

/** What it tags every pool and its droplets with. */
export const poolTags = (id: string): readonly string[] => [...clusterTags(id), 'k8s:worker']

/** The platform's tags first, then those of the request, none twice. */
export function withTags(own: readonly string[], asked: unknown): string[] {
  return uniqueTags([...own, ...((asked ?? []) as readonly string[])])
}
