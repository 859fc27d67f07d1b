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
export function parsePool(ctx: AccountContext, cluster: Pick<Cluster, 'id' | 'region'>, asked: NewPool, at?: number): ClusterPool {
  const place = at === undefined ? '' : `node_pools.${at}.`
  const { name, count = 0, labels = null, auto_scale = false, min_nodes = 0, max_nodes = 0, gpu_partition_mode } = asked
  const sizes = nodeSizes(ctx)
  const size = sizes.find(({ slug }) => slug === asked.size)
  if (!size)
    throw unknownSlug({
      field: 'size',
      slug: asked.size,
      offered: sizes.map(({ slug }) => slug),
      message: poolFault(at, 'invalid droplet size').message,
    })
  if (!size.regions.includes(cluster.region)) throw unprocessable(`${place}size: ${size.slug} is not to be had in ${cluster.region}.`)
  const pool: ClusterPool = {
    id: ctx.ids.uuid('KubernetesNodePool'),
    name,
    size: size.slug,
    count: auto_scale && count === 0 ? min_nodes : count,
    tags: withTags(poolTags(cluster.id), asked.tags),
    labels,
    taints: parseTaints(asked.taints),
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
export function changePool(pool: ClusterPool, clusterId: string, asked: Operations['kubernetes_nodePools_update']['body']): ClusterPool {
  const next: ClusterPool = {
    ...pool,
    name: asked.name ?? pool.name,
    auto_scale: asked.auto_scale ?? pool.auto_scale,
    min_nodes: asked.min_nodes ?? pool.min_nodes,
    max_nodes: asked.max_nodes ?? pool.max_nodes,
    labels: asked.labels ?? pool.labels,
    ...(asked.tags !== undefined && { tags: withTags(poolTags(clusterId), asked.tags) }),
    ...(asked.taints !== undefined && { taints: parseTaints(asked.taints) }),
  }
  // New bounds also limit the count, unless the request sets the count.
  const fitting = next.auto_scale ? Math.min(Math.max(pool.count, next.min_nodes), next.max_nodes) : pool.count
  const changed = { ...next, count: asked.count ?? fitting }
  checkPool(changed)
  return changed
}

function checkPool({ name, auto_scale: scales, count, min_nodes: min, max_nodes: max }: ClusterPool, at?: number): void {
  if (name.length > 55) throw poolFault(at, 'pool names cannot be greater than 55 characters')
  if (!scales) return
  const place = at === undefined ? '' : `node_pools.${at}.`
  if (max < 1) throw unprocessable(`${place}max_nodes: a pool with auto_scale needs it, at least 1.`)
  if (min > max) throw unprocessable(`${place}min_nodes: ${min} is more than max_nodes, ${max}.`)
  if (count < min || count > max) throw unprocessable(`${place}count: ${count} is outside min_nodes and max_nodes, ${min} to ${max}.`)
}

/** Error texts of the platform, for a single pool and for a pool of a new cluster. */
function poolFault(at: number | undefined, sentence: string): Failure {
  return unprocessable(`validation error: worker_node_pool_spec${at === undefined ? '' : `s[${at}]`}.${sentence}`)
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
