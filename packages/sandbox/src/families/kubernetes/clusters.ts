/** Stored form of a cluster: with its pools and their nodes. */
import type { Call } from '../../engine/call.ts'
import { conflict } from '../../engine/failure.ts'
import type { Changes, ReplyOf } from '../../engine/kinds.ts'
import { uniqueTags } from '../../engine/values.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'

export type Cluster = Kinds['KubernetesCluster']
export type ClusterPool = Cluster['node_pools'][number]
export type ClusterNode = ClusterPool['nodes'][number]

declare module '../../engine/kinds.ts' {
  interface Hidden {
    KubernetesCluster: {
      /** Slugs of the installed applications. */
      applications?: readonly string[]
      /** Runs of checks, newest first. */
      checks?: readonly ReplyOf<'kubernetes_clusters_getLintResults'>[]
      /** Messages of the platform, newest first. */
      messages?: readonly Message[]
    }
  }
}

type Message = ReplyOf<'kubernetes_clusters_listStatusMessages'>['messages'][number]

/** @throws Failure 404 */
export const getCluster = ({ engine }: AccountContext, id: string): Cluster => engine.get('KubernetesCluster', id)

export const findCluster = ({ engine }: AccountContext, id: string): Cluster | undefined => engine.find('KubernetesCluster', id)

export const openCluster = ({ path }: Pick<Call<'kubernetes_clusters_get'>, 'path'>, ctx: AccountContext): Cluster =>
  getCluster(ctx, path.cluster_id)

export function saveCluster({ engine, clock }: AccountContext, id: string, fields: Changes<Cluster>): Cluster {
  return engine.setFields('KubernetesCluster', id, { ...fields, updated_at: clock.timestamp() })
}

/** Returns the fields of a cluster whose control plane is created. */
export function openControlPlane({ id, ha }: Cluster, { ids }: AccountContext): Changes<Cluster> {
  return { ipv4: ha ? '' : ids.ipv4(), endpoint: `https://${id}.k8s.spindrift.example` }
}

/** Replaces the pool with the same id, or appends the pool. */
export function savePool(ctx: AccountContext, clusterId: string, pool: ClusterPool): void {
  const { node_pools: pools } = getCluster(ctx, clusterId)
  const isNew = pools.every(({ id }) => id !== pool.id)
  saveCluster(ctx, clusterId, { node_pools: isNew ? [...pools, pool] : pools.map((each) => (each.id === pool.id ? pool : each)) })
}

export function findPool(ctx: AccountContext, clusterId: string, poolId: string): ClusterPool | undefined {
  return findCluster(ctx, clusterId)?.node_pools.find(({ id }) => id === poolId)
}

/** @throws Failure 409 */
export function assertRunning({ status: { state } }: Cluster): void {
  if (!isRunning(state)) throw conflict(waitFor(state))
}

export const isRunning = (state: string): boolean => state === 'running' || state === 'degraded'

export const waitFor = (state: string): string => `The cluster is ${state}. Wait until it is running.`

/** Lists the slugs of the installed applications. */
export function listApplications({ engine }: AccountContext, cluster: string): readonly string[] {
  return engine.getHidden('KubernetesCluster', cluster).applications ?? []
}

/** Tags that the platform adds to the cluster. */
export const clusterTags = (id: string): readonly string[] => ['k8s', `k8s:${id}`]

/** Tags that the platform adds to every pool and its droplets. */
export const poolTags = (id: string): readonly string[] => [...clusterTags(id), 'k8s:worker']

/** Tags of the platform first, then those of the request, without duplicates. */
export function withTags(own: readonly string[], tags: readonly string[] | null | undefined): string[] {
  return uniqueTags([...own, ...(tags ?? [])])
}

/** Maximum number of stored messages. */
const maxMessages = 100

/** Stores a message once, with the time of its last occurrence. */
export function recordMessage({ engine, clock }: AccountContext, cluster: string, message: string): void {
  const { messages = [] } = engine.getHidden('KubernetesCluster', cluster)
  const others = messages.filter((each) => each.message !== message)
  engine.setHidden('KubernetesCluster', cluster, { messages: [{ message, timestamp: clock.timestamp() }, ...others].slice(0, maxMessages) })
}
