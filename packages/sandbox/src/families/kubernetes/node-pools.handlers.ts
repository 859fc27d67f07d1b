import type { Handler, Call } from '../../engine/call.ts'
import { conflict, notFound, preconditionFailed, unprocessable } from '../../engine/failure.ts'
import { answerValues } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import {
  assertRunning,
  type Cluster,
  type ClusterNode,
  type ClusterPool,
  getCluster,
  openCluster,
  saveCluster,
  savePool,
} from './clusters.ts'
import { getTemplate } from './node-template.ts'
import { addNodes, assertGrowth, assertRoom, destroyMachines, fitNodes, isStaying, tagMachines, removeNodes } from './nodes.ts'
import { changePool, parsePool } from './node-pools.ts'
import type { Handlers } from '../family.ts'

const list: Handler<'kubernetes_nodePools_list'> = (call, ctx) => answerValues(call, 'node_pools', openCluster(call, ctx).node_pools)

const get: Handler<'kubernetes_nodePools_get'> = ({ path }, ctx) => ({ node_pool: requirePool(path, ctx).pool })

const create: Handler<'kubernetes_nodePools_create'> = (call, ctx) => {
  const cluster = openCluster(call, ctx)
  assertRunning(cluster)
  assertNameFree(cluster, call.body.name)
  const pool = parsePool(ctx, cluster, call.body)
  assertRoom(ctx, pool.count)
  assertGrowth(ctx, [pool])
  const filledPool = addNodes(ctx, cluster.id, pool, pool.count)
  savePool(ctx, cluster.id, filledPool)
  return { node_pool: filledPool }
}

const update: Handler<'kubernetes_nodePools_update'> = ({ path, body }, ctx) => {
  const { cluster, pool } = requirePool(path, ctx)
  assertRunning(cluster)
  if (body.name !== undefined && body.name !== pool.name) assertNameFree(cluster, body.name)
  const changed = changePool(pool, cluster.id, body)
  assertGrowth(ctx, [changed])
  fitNodes(ctx, cluster.id, changed)
  if (body.tags !== undefined) tagMachines(ctx, getCluster(ctx, cluster.id))
  return { node_pool: requirePool(path, ctx).pool }
}

const remove: Handler<'kubernetes_nodePools_delete'> = ({ path }, ctx) => {
  const { cluster, pool } = requirePool(path, ctx)
  if (cluster.node_pools.length === 1) throw preconditionFailed('The last node pool of a cluster cannot be deleted.')
  saveCluster(ctx, cluster.id, { node_pools: cluster.node_pools.filter(({ id }) => id !== pool.id) })
  destroyMachines(ctx, pool.nodes)
}

const removeNode: Handler<'kubernetes_nodes_delete'> = ({ path, query }, ctx) => {
  const { cluster, pool } = requirePool(path, ctx)
  const node = pool.nodes.find(({ id }) => id === path.node_id)
  if (!node) throw notFound()
  // The node is already being deleted.
  if (!isStaying(node)) return
  const skipsDrain = query.skip_drain === 1
  if (query.replace === 1) {
    replace(ctx, cluster, pool, [node], skipsDrain)
    return
  }
  if (pool.auto_scale && pool.count <= pool.min_nodes)
    throw unprocessable(
      `node_id: the pool would have fewer nodes than min_nodes, ${pool.min_nodes}. Send replace=1 for another in its place.`,
    )
  savePool(ctx, cluster.id, { ...pool, count: Math.max(0, pool.count - 1) })
  removeNodes(ctx, { cluster: cluster.id, pool: pool.id, nodes: [node.id] }, skipsDrain)
}

const recycle: Handler<'kubernetes_nodePools_recycle'> = ({ path, body }, ctx) => {
  const { cluster, pool } = requirePool(path, ctx)
  const nodes = [...new Set(body.nodes)].map((requestedId) => {
    const node = pool.nodes.find(({ id }) => id === requestedId)
    if (!node) throw unprocessable(`nodes: "${requestedId}" is not in this pool.`)
    return node
  })
  replace(ctx, cluster, pool, nodes.filter(isStaying), false)
}

function replace(ctx: AccountContext, { id }: Cluster, pool: ClusterPool, nodes: readonly ClusterNode[], skipsDrain: boolean): void {
  savePool(ctx, id, addNodes(ctx, id, pool, nodes.length))
  removeNodes(ctx, { cluster: id, pool: pool.id, nodes: nodes.map((node) => node.id) }, skipsDrain)
}

/** @throws Failure 404 */
function requirePool(
  path: Call<'kubernetes_nodePools_get'>['path'],
  ctx: AccountContext,
): { readonly cluster: Cluster; readonly pool: ClusterPool } {
  const cluster = getCluster(ctx, path.cluster_id)
  const pool = cluster.node_pools.find(({ id }) => id === path.node_pool_id)
  if (!pool) throw notFound()
  return { cluster, pool }
}

function assertNameFree({ node_pools: pools }: Cluster, name: string): void {
  if (pools.some((pool) => pool.name === name)) throw conflict('A node pool with this name already exists.')
}

export const nodePoolsHandlers = {
  kubernetes_nodePools_list: list,
  kubernetes_nodePools_get: get,
  kubernetes_nodePools_getTemplate: getTemplate,
  kubernetes_nodePools_create: create,
  kubernetes_nodePools_update: update,
  kubernetes_nodePools_delete: remove,
  kubernetes_nodes_delete: removeNode,
  kubernetes_nodePools_recycle: recycle,
} satisfies Handlers
