import type { Behavior, Call } from '../../engine/call.ts'
import { conflict, notFound, preconditionFailed, unprocessable } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { World } from '../../engine/world.ts'
import type { FamilyBehavior } from '../family.ts'
import {
  assertRunning,
  type Cluster,
  type ClusterNode,
  type ClusterPool,
  findPool,
  getCluster,
  openCluster,
  saveCluster,
  savePool,
} from './clusters.ts'
import { addNodes, destroyMachines, fitNodes, isStaying, tagMachines, takeAway } from './nodes.ts'
import { changePool, readPool } from './read-pool.ts'
import { assertGrowth, assertRoom } from './room.ts'

const list: Behavior = (call, world) => replyValues(call, 'node_pools', openCluster(call, world).node_pools)

const get: Behavior = (call, world) => ({ body: JSON.stringify({ node_pool: open(call, world).pool }) })

const create: Behavior = (call, world) => {
  const cluster = openCluster(call, world)
  const body = readBody(call)
  assertRunning(cluster)
  assertNameFree(cluster, body['name'])
  const pool = readPool(world, cluster, body)
  assertRoom(world, pool.count)
  assertGrowth(world, [pool])
  savePool(world, cluster.id, addNodes(world, cluster.id, pool, pool.count))
  return reply(world, cluster.id, pool.id)
}

const update: Behavior = (call, world) => {
  const { cluster, pool } = open(call, world)
  const body = readBody(call)
  assertRunning(cluster)
  if (body['name'] !== undefined && body['name'] !== pool.name) assertNameFree(cluster, body['name'])
  const changed = changePool(pool, cluster.id, body)
  assertGrowth(world, [changed])
  fitNodes(world, cluster.id, changed)
  if (body['tags'] !== undefined) tagMachines(world, getCluster(world, cluster.id))
  return reply(world, cluster.id, pool.id)
}

const remove: Behavior = (call, world) => {
  const { cluster, pool } = open(call, world)
  if (cluster.node_pools.length === 1) throw preconditionFailed('The last node pool of a cluster cannot be deleted.')
  saveCluster(world, cluster.id, { node_pools: cluster.node_pools.filter(({ id }) => id !== pool.id) })
  destroyMachines(world, pool.nodes)
  return {}
}

const removeNode: Behavior = (call, world) => {
  const { cluster, pool } = open(call, world)
  const node = pool.nodes.find(({ id }) => id === call.path['node_id'])
  if (!node) throw notFound()
  // It is on its way out already.
  if (!isStaying(node)) return {}
  const replaces = call.query['replace'] === 1
  if (!replaces && pool.auto_scale && pool.count <= pool.min_nodes)
    throw unprocessable(
      `node_id: the pool would have fewer nodes than min_nodes, ${pool.min_nodes}. Send replace=1 for another in its place.`,
    )
  if (replaces) replace(world, cluster, pool, [node], call.query['skip_drain'] === 1)
  else {
    savePool(world, cluster.id, { ...pool, count: Math.max(0, pool.count - 1) })
    takeAway(world, { cluster: cluster.id, pool: pool.id, nodes: [node.id] }, call.query['skip_drain'] === 1)
  }
  return {}
}

const recycle: Behavior = (call, world) => {
  const { cluster, pool } = open(call, world)
  const asked = [...new Set(readBody(call)['nodes'] as readonly string[])]
  const nodes = asked.map((asking) => {
    const node = pool.nodes.find(({ id }) => id === asking)
    if (!node) throw unprocessable(`nodes: "${asking}" is not in this pool.`)
    return node
  })
  replace(world, cluster, pool, nodes.filter(isStaying), false)
  return {}
}

function replace(world: World, { id }: Cluster, pool: ClusterPool, nodes: readonly ClusterNode[], skipsDrain: boolean): void {
  savePool(world, id, addNodes(world, id, pool, nodes.length))
  takeAway(world, { cluster: id, pool: pool.id, nodes: nodes.map((node) => node.id) }, skipsDrain)
}

/** @throws Failure 404 */
function open(call: Call, world: World): { readonly cluster: Cluster; readonly pool: ClusterPool } {
  const cluster = openCluster(call, world)
  const pool = cluster.node_pools.find(({ id }) => id === call.path['node_pool_id'])
  if (!pool) throw notFound()
  return { cluster, pool }
}

function assertNameFree({ node_pools: pools }: Cluster, name: unknown): void {
  if (pools.some((pool) => pool.name === name)) throw conflict('A node pool with this name already exists.')
}

function reply(world: World, cluster: string, pool: string): { readonly body: string } {
  return { body: JSON.stringify({ node_pool: findPool(world, cluster, pool) }) }
}

export const kubernetesNodePools: FamilyBehavior = {
  operations: {
    kubernetes_list_node_pools: list,
    kubernetes_get_node_pool: get,
    kubernetes_create_node_pool: create,
    kubernetes_update_node_pool: update,
    kubernetes_delete_node_pool: remove,
    kubernetes_delete_node: removeNode,
    kubernetes_recycle_node_pool: recycle,
  },
}
