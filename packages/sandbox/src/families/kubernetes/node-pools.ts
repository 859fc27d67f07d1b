/** Parses a request for a node pool or its update. */
import { kubernetesRegions, minNodeMemoryMb } from '../../catalog/kubernetes.ts'
import { type Failure, unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { type Cluster, type ClusterPool, poolTags, withTags } from './clusters.ts'
import { unknownSlug } from '../../engine/unknown-slug.ts'

export type NewPool = Operations['kubernetes_nodePools_create']['body']

/** Sizes of nodes: those with enough resources for the system pods. */
export function nodeSizes({ engine }: AccountContext): Kinds['Size'][] {
  return engine.list('Size').filter(({ available, memory }) => available && memory >= minNodeMemoryMb)
}

/** Parses a new pool, without nodes. @param at index of the pool in the request @throws Failure 422 */
export function parsePool(ctx: AccountContext, cluster: Pick<Cluster, 'id' | 'region'>, request: NewPool, at?: number): ClusterPool {
  const path = at === undefined ? '' : `node_pools.${at}.`
  const { name, count = 0, labels = null, auto_scale = false, min_nodes = 0, max_nodes = 0, gpu_partition_mode } = request
  const sizes = nodeSizes(ctx)
  const size = sizes.find(({ slug }) => slug === request.size)
  if (!size)
    throw unknownSlug({
      field: 'size',
      slug: request.size,
      choices: sizes.map(({ slug }) => slug),
      message: poolFault(at, 'invalid droplet size').message,
    })
  if (!size.regions.includes(cluster.region)) throw unprocessable(`${path}size: ${size.slug} is not to be had in ${cluster.region}.`)
  const pool: ClusterPool = {
    id: ctx.ids.uuid('KubernetesNodePool'),
    name,
    size: size.slug,
    count: auto_scale && count === 0 ? min_nodes : count,
    tags: withTags(poolTags(cluster.id), request.tags),
    labels,
    taints: parseTaints(request.taints),
    auto_scale,
    min_nodes,
    max_nodes,
    nodes: [],
    ...(gpu_partition_mode !== undefined && { gpu_partition_mode }),
  }
  checkPool(pool, at)
  return pool
}

/** Applies the changes of a request to a pool; omitted fields are kept. @throws Failure 422 */
export function changePool(pool: ClusterPool, clusterId: string, request: Operations['kubernetes_nodePools_update']['body']): ClusterPool {
  const next: ClusterPool = {
    ...pool,
    name: request.name ?? pool.name,
    auto_scale: request.auto_scale ?? pool.auto_scale,
    min_nodes: request.min_nodes ?? pool.min_nodes,
    max_nodes: request.max_nodes ?? pool.max_nodes,
    labels: request.labels ?? pool.labels,
    ...(request.tags !== undefined && { tags: withTags(poolTags(clusterId), request.tags) }),
    ...(request.taints !== undefined && { taints: parseTaints(request.taints) }),
  }
  // New bounds also limit the count, unless the request sets the count.
  const fitting = next.auto_scale ? Math.min(Math.max(pool.count, next.min_nodes), next.max_nodes) : pool.count
  const changed = { ...next, count: request.count ?? fitting }
  checkPool(changed)
  return changed
}

function checkPool({ name, auto_scale: scales, count, min_nodes: min, max_nodes: max }: ClusterPool, at?: number): void {
  if (name.length > 55) throw poolFault(at, 'pool names cannot be greater than 55 characters')
  if (!scales) return
  const path = at === undefined ? '' : `node_pools.${at}.`
  if (max < 1) throw unprocessable(`${path}max_nodes: a pool with auto_scale needs it, at least 1.`)
  if (min > max) throw unprocessable(`${path}min_nodes: ${min} is more than max_nodes, ${max}.`)
  if (count < min || count > max) throw unprocessable(`${path}count: ${count} is outside min_nodes and max_nodes, ${min} to ${max}.`)
}

/** Error texts of the platform, for a single pool and for a pool of a new cluster. */
function poolFault(at: number | undefined, message: string): Failure {
  return unprocessable(`validation error: worker_node_pool_spec${at === undefined ? '' : `s[${at}]`}.${message}`)
}

/** Official clients send capitalized names. */
function parseTaints(taints: NewPool['taints']): ClusterPool['taints'] {
  return (taints ?? []).map((taint) => {
    if ('Key' in taint) return { key: taint.Key, value: taint.Value, effect: taint.Effect }
    const { key, value, effect } = taint
    return { key, value, effect }
  })
}

export function isClusterRegion(slug: string): boolean {
  return kubernetesRegions.some((region) => region.slug === slug)
}
