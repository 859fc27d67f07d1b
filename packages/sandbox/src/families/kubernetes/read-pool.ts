/** Reads a request for a node pool, or for changes to one. */
import { kubernetesRegions, leastNodeMemory } from '../../catalogue/kubernetes.ts'
import { type Failure, unprocessable } from '../../engine/failure.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type ClusterPool, poolTags, withTags } from './clusters.ts'

/** The sizes nodes can have: those with room for the platform's own pods. */
export function nodeSizes({ engine }: World): Value[] {
  return engine.all({ kind: 'Size' }).filter((size) => size['available'] === true && Number(size['memory']) >= leastNodeMemory)
}

/** A new pool, still without nodes. `at`: which of several in the request it is. @throws Failure 422 */
export function readPool(world: World, cluster: { readonly id: string; readonly region: string }, body: Value, at?: number): ClusterPool {
  const place = at === undefined ? '' : `node_pools.${at}.`
  const size = nodeSizes(world).find(({ slug }) => slug === body['size'])
  if (!size) throw poolFault(at, 'invalid droplet size')
  if (!(size['regions'] as readonly unknown[]).includes(cluster.region))
    throw unprocessable(`${place}size: ${String(size['slug'])} is not to be had in ${cluster.region}.`)
  const auto_scale = body['auto_scale'] === true
  const min_nodes = Number(body['min_nodes'] ?? 0)
  const max_nodes = Number(body['max_nodes'] ?? 0)
  const asked = Number(body['count'] ?? 0)
  const pool: ClusterPool = {
    id: world.ids.uuid(),
    name: String(body['name']),
    size: String(size['slug']),
    count: auto_scale && asked === 0 ? min_nodes : asked,
    tags: withTags(poolTags(cluster.id), body['tags']),
    labels: (body['labels'] ?? null) as Value | null,
    taints: readTaints(body['taints']),
    auto_scale,
    min_nodes,
    max_nodes,
    nodes: [],
    ...(typeof body['gpu_partition_mode'] === 'string' && { gpu_partition_mode: body['gpu_partition_mode'] }),
  }
  if (body['count'] === undefined && !auto_scale) throw unprocessable(`${place}count: must be given for a pool without auto_scale.`)
  checkPool(pool, at)
  return pool
}

/** The pool with what the request changes; what it leaves out stays. @throws Failure 422 */
export function changePool(pool: ClusterPool, clusterId: string, body: Value): ClusterPool {
  const next: ClusterPool = {
    ...pool,
    name: String(body['name'] ?? pool.name),
    auto_scale: Boolean(body['auto_scale'] ?? pool.auto_scale),
    min_nodes: Number(body['min_nodes'] ?? pool.min_nodes),
    max_nodes: Number(body['max_nodes'] ?? pool.max_nodes),
    labels: (body['labels'] ?? pool.labels) as Value | null,
    ...(body['tags'] !== undefined && { tags: withTags(poolTags(clusterId), body['tags']) }),
    ...(body['taints'] !== undefined && { taints: readTaints(body['taints']) }),
  }
  // New bounds move the count with them, unless the request says where it shall be.
  const fitting = next.auto_scale ? Math.min(Math.max(pool.count, next.min_nodes), next.max_nodes) : pool.count
  const changed = { ...next, count: Number(body['count'] ?? fitting) }
  checkPool(changed)
  return changed
}

function checkPool({ name, auto_scale: scales, count, min_nodes: min, max_nodes: max }: ClusterPool, at?: number): void {
  if (name.length > 55) throw poolFault(at, 'pool names cannot be greater than 55 characters')
  if (!scales) return
  const place = at === undefined ? '' : `node_pools.${at}.`
  if (min < 1) throw poolFault(at, 'min nodes must be greater than or equal to 1')
  if (max < 1) throw unprocessable(`${place}max_nodes: a pool with auto_scale needs it, at least 1.`)
  if (min > max) throw unprocessable(`${place}min_nodes: ${min} is more than max_nodes, ${max}.`)
  if (count < min || count > max) throw unprocessable(`${place}count: ${count} is outside min_nodes and max_nodes, ${min} to ${max}.`)
}

/** In the platform's words for a pool alone, and for one of those that a new cluster begins with. */
function poolFault(at: number | undefined, sentence: string): Failure {
  return unprocessable(`validation error: worker_node_pool_spec${at === undefined ? '' : `s[${at}]`}.${sentence}`)
}

/** Official clients write the names with capitals. */
function readTaints(taints: unknown): Value[] {
  return ((taints ?? []) as readonly Value[]).map((taint) => ({
    key: taint['key'] ?? taint['Key'],
    value: taint['value'] ?? taint['Value'],
    effect: taint['effect'] ?? taint['Effect'],
  }))
}

export function isClusterRegion(slug: unknown): boolean {
  return kubernetesRegions.some((region) => region.slug === slug)
}
