import type { Behavior, Call } from '../../engine/call.ts'
import { conflict, notFound, preconditionFailed, unprocessable } from '../../engine/failure.ts'
import { answerValues } from '../../engine/pages.ts'
import type { World } from '../../engine/world.ts'
import type { FamilyBehavior } from '../family.ts'
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
import { addNodes, assertGrowth, assertRoom, destroyMachines, fitNodes, isStaying, tagMachines, takeAway } from './nodes.ts'
import { changePool, readPool } from './read-pool.ts'

const list: Behavior<'kubernetes_nodePools_list'> = (call, world) => answerValues(call, 'node_pools', openCluster(call, world).node_pools)

const get: Behavior<'kubernetes_nodePools_get'> = ({ path }, world) => ({ node_pool: open(path, world).pool })

const create: Behavior<'kubernetes_nodePools_create'> = (call, world) => {
  const cluster = openCluster(call, world)
  assertRunning(cluster)
  assertNameFree(cluster, call.body.name)
  const pool = readPool(world, cluster, call.body)
  assertRoom(world, pool.count)
  assertGrowth(world, [pool])
  const filled = addNodes(world, cluster.id, pool, pool.count)
  savePool(world, cluster.id, filled)
  return { node_pool: filled }
}

const update: Behavior<'kubernetes_nodePools_update'> = ({ path, body }, world) => {
  const { cluster, pool } = open(path, world)
  assertRunning(cluster)
  if (body.name !== undefined && body.name !== pool.name) assertNameFree(cluster, body.name)
  const changed = changePool(pool, cluster.id, body)
  assertGrowth(world, [changed])
  fitNodes(world, cluster.id, changed)
  if (body.tags !== undefined) tagMachines(world, getCluster(world, cluster.id))
  return { node_pool: open(path, world).pool }
}

const remove: Behavior<'kubernetes_nodePools_delete'> = ({ path }, world) => {
  const { cluster, pool } = open(path, world)
  if (cluster.node_pools.length === 1) throw preconditionFailed('The last node pool of a cluster cannot be deleted.')
  saveCluster(world, cluster.id, { node_pools: cluster.node_pools.filter(({ id }) => id !== pool.id) })
  destroyMachines(world, pool.nodes)
}

const removeNode: Behavior<'kubernetes_nodes_delete'> = ({ path, query }, world) => {
  const { cluster, pool } = open(path, world)
  const node = pool.nodes.find(({ id }) => id === path.node_id)
  if (!node) throw notFound()
  // It is on its way out already.
  if (!isStaying(node)) return
  const skipsDrain = query.skip_drain === 1
  if (query.replace === 1) {
    replace(world, cluster, pool, [node], skipsDrain)
    return
  }
  if (pool.auto_scale && pool.count <= pool.min_nodes)
    throw unprocessable(
      `node_id: the pool would have fewer nodes than min_nodes, ${pool.min_nodes}. Send replace=1 for another in its place.`,
    )
  savePool(world, cluster.id, { ...pool, count: Math.max(0, pool.count - 1) })
  takeAway(world, { cluster: cluster.id, pool: pool.id, nodes: [node.id] }, skipsDrain)
}

const recycle: Behavior<'kubernetes_nodePools_recycle'> = ({ path, body }, world) => {
  const { cluster, pool } = open(path, world)
  const nodes = [...new Set(body.nodes)].map((asked) => {
    const node = pool.nodes.find(({ id }) => id === asked)
    if (!node) throw unprocessable(`nodes: "${asked}" is not in this pool.`)
    return node
  })
  replace(world, cluster, pool, nodes.filter(isStaying), false)
}

function replace(world: World, { id }: Cluster, pool: ClusterPool, nodes: readonly ClusterNode[], skipsDrain: boolean): void {
  savePool(world, id, addNodes(world, id, pool, nodes.length))
  takeAway(world, { cluster: id, pool: pool.id, nodes: nodes.map((node) => node.id) }, skipsDrain)
}

/** @throws Failure 404 */
function open(path: Call<'kubernetes_nodePools_get'>['path'], world: World): { readonly cluster: Cluster; readonly pool: ClusterPool } {
  const cluster = getCluster(world, path.cluster_id)
  const pool = cluster.node_pools.find(({ id }) => id === path.node_pool_id)
  if (!pool) throw notFound()
  return { cluster, pool }
}

function assertNameFree({ node_pools: pools }: Cluster, name: string): void {
  if (pools.some((pool) => pool.name === name)) throw conflict('A node pool with this name already exists.')
}

export const kubernetesNodePools: FamilyBehavior = {
  behaviors: {
    kubernetes_nodePools_list: list,
    kubernetes_nodePools_get: get,
    kubernetes_nodePools_getTemplate: getTemplate,
    kubernetes_nodePools_create: create,
    kubernetes_nodePools_update: update,
    kubernetes_nodePools_delete: remove,
    kubernetes_nodes_delete: removeNode,
    kubernetes_nodePools_recycle: recycle,
  },
}
