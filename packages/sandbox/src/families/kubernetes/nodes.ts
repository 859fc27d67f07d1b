/** Nodes come and go: each is a droplet, made a little after it was asked for, drained before it is taken away. */
import { nodeImage } from '../../catalog/kubernetes.ts'
import { Failure, unprocessable } from '../../engine/failure.ts'
import type { World } from '../../engine/world.ts'
import { planDroplets, startDroplet } from '../droplets/index.ts'
import { later, tryAgain } from '../../shared/later.ts'
import {
  type Cluster,
  type ClusterNode,
  type ClusterPool,
  findCluster,
  findPool,
  getCluster,
  noteMessage,
  savePool,
  withTags,
} from './clusters.ts'

const secondsToBoot = 20
export const secondsToJoin = 60
const secondsToDrain = 20
const secondsToDelete = 10

export interface NodesDue {
  readonly cluster: string
  readonly pool: string
  readonly nodes: readonly string[]
  /** How often their droplets could not be made. */
  readonly attempt?: number
}

export const isStaying = ({ status: { state } }: ClusterNode): boolean => state === 'provisioning' || state === 'running'

/** Asks for nodes; their droplets follow, those of a new cluster when its control plane is nearly there. */
export function addNodes(world: World, cluster: string, pool: ClusterPool, count: number, secondsToWait = 0): ClusterPool {
  if (count === 0) return pool
  const stamp = world.clock.stamp()
  const fresh = Array.from({ length: count }, (): ClusterNode => ({
    id: world.ids.uuid('KubernetesNode'),
    name: '',
    status: { state: 'provisioning' },
    droplet_id: '',
    created_at: stamp,
    updated_at: stamp,
  }))
  const due: NodesDue = { cluster, pool: pool.id, nodes: fresh.map(({ id }) => id) }
  later(world, secondsToWait + secondsToBoot, 'kubernetes.boot', due)
  return { ...pool, nodes: [...pool.nodes, ...fresh] }
}

/** Makes the droplets of nodes that have none. Where the account has no room they are tried again, and the cluster says so. */
export function bootNodes(due: NodesDue, world: World): void {
  const left: string[] = []
  const made: string[] = []
  for (const id of due.nodes) {
    const cluster = findCluster(world, due.cluster)
    const pool = findPool(world, due.cluster, due.pool)
    const node = pool?.nodes.find((each) => each.id === id)
    if (!cluster || !pool || !node || node.droplet_id !== '') continue
    try {
      changeNode(world, due, id, bootNode(world, cluster, pool, node))
      made.push(id)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      left.push(id)
    }
  }
  later(world, secondsToJoin - secondsToBoot, 'kubernetes.join', { ...due, nodes: made })
  if (left.length === 0) return
  const name = findPool(world, due.cluster, due.pool)?.name ?? ''
  noteMessage(world, due.cluster, `No node could be added to ${name} because the account's droplet limit is reached.`)
  tryAgain(world, due.attempt ?? 0, 'kubernetes.boot', { ...due, nodes: left })
}

function bootNode(world: World, cluster: Cluster, pool: ClusterPool, { id }: ClusterNode): Partial<ClusterNode> {
  const name = `${pool.name}-${makeSuffix(world)}`
  const request = {
    size: pool.size,
    region: cluster.region,
    image: nodeImage,
    vpc_uuid: cluster.vpc_uuid,
    tags: withTags(pool.tags, cluster.tags),
    monitoring: true,
    with_droplet_agent: false,
    public_networking: !cluster.isolated_workers,
  }
  const plan = planDroplets(world, request, [name])
  const owner = { due: 'kubernetes.replace', payload: { cluster: cluster.id, pool: pool.id, nodes: [id] } }
  const { droplet } = startDroplet(world, plan, name, { owner })
  return { name, droplet_id: String(droplet.id) }
}

/** Five letters and digits. */
function makeSuffix({ ids }: World): string {
  return parseInt(ids.hex(12), 16).toString(36).padStart(5, '0').slice(-5)
}

/** Nodes whose droplets are there take pods now. */
export function joinNodes(due: NodesDue, world: World): void {
  for (const id of due.nodes) {
    const node = findNode(world, due, id)
    if (node?.status.state === 'provisioning' && node.droplet_id !== '') changeNode(world, due, id, { status: { state: 'running' } })
  }
}

/** Lets the pods move away first, unless they are not to be spared. */
export function takeAway(world: World, due: NodesDue, skipsDrain = false): void {
  for (const id of due.nodes) changeNode(world, due, id, { status: { state: skipsDrain ? 'deleting' : 'draining' } })
  later(world, skipsDrain ? secondsToDelete : secondsToDrain, skipsDrain ? 'kubernetes.drop' : 'kubernetes.drained', due)
}

export function drained(due: NodesDue, world: World): void {
  if (findPool(world, due.cluster, due.pool)) takeAway(world, due, true)
}

/** Deletes the droplets and forgets the nodes. */
export function dropNodes(due: NodesDue, world: World): void {
  const pool = findPool(world, due.cluster, due.pool)
  if (!pool) return
  savePool(world, due.cluster, { ...pool, nodes: pool.nodes.filter(({ id }) => !due.nodes.includes(id)) })
  destroyMachines(
    world,
    pool.nodes.filter(({ id }) => due.nodes.includes(id)),
  )
}

/** Somebody deleted the droplet under a node that was to stay: another takes its place. */
export function replaceNodes(due: NodesDue, world: World): void {
  const gone = due.nodes.filter((id) => {
    const node = findNode(world, due, id)
    return node && isStaying(node) && node.droplet_id !== '' && !world.engine.find('Droplet', node.droplet_id)
  })
  const pool = findPool(world, due.cluster, due.pool)
  if (!pool || gone.length === 0) return
  const left = { ...pool, nodes: pool.nodes.filter(({ id }) => !gone.includes(id)) }
  savePool(world, due.cluster, addNodes(world, due.cluster, left, gone.length))
}

export function destroyMachines(world: World, nodes: readonly ClusterNode[]): void {
  for (const { droplet_id: id } of nodes) {
    if (world.engine.find('Droplet', id)) world.engine.remove('Droplet', id)
  }
}

/** Makes the nodes of the pool as many as its count says; the youngest go first. */
export function fitNodes(world: World, cluster: string, pool: ClusterPool): void {
  const staying = pool.nodes.filter(isStaying)
  const more = pool.count - staying.length
  if (more > 0) assertRoom(world, more)
  savePool(world, cluster, addNodes(world, cluster, pool, Math.max(0, more)))
  if (more < 0) takeAway(world, { cluster, pool: pool.id, nodes: staying.slice(more).map(({ id }) => id) })
}

/** The droplets carry the tags of their pool and their cluster. */
export function tagMachines({ engine }: World, cluster: Cluster): void {
  for (const { nodes, tags } of cluster.node_pools) {
    for (const { droplet_id: id } of nodes) {
      if (engine.find('Droplet', id)) engine.update('Droplet', id, { tags: withTags(tags, cluster.tags) })
    }
  }
}

function findNode(world: World, due: NodesDue, id: string): ClusterNode | undefined {
  return findPool(world, due.cluster, due.pool)?.nodes.find((node) => node.id === id)
}

function changeNode(world: World, { cluster, pool: poolId }: NodesDue, id: string, fields: Partial<ClusterNode>): void {
  const pool = getCluster(world, cluster).node_pools.find((each) => each.id === poolId)
  if (!pool) return
  const updated_at = world.clock.stamp()
  savePool(world, cluster, { ...pool, nodes: pool.nodes.map((node) => (node.id === id ? { ...node, ...fields, updated_at } : node)) })
}

/** @throws Failure 422 when the account may not have so many droplets more */
export function assertRoom(world: World, more: number): void {
  const { limit, left } = countFree(world)
  if (more > left) throw unprocessable(`This would be more than the ${limit} droplets that the account may have.`)
}

/** @throws Failure 422 when the pools could not grow to their bounds */
export function assertGrowth(world: World, pools: readonly ClusterPool[]): void {
  const more = pools.reduce((sum, { auto_scale: scales, max_nodes: max, count, nodes }) => sum + (scales ? max : count) - nodes.length, 0)
  if (pools.some(({ auto_scale: scales }) => scales) && more > countFree(world).left)
    throw unprocessable(
      `validation error: autoscale desired max nodes exceed limits, ${more} additional nodes but not enough available droplet limit`,
    )
}

/** How many droplets the account may have, and how many more than it has or waits for. */
function countFree({ engine }: World): { readonly limit: number; readonly left: number } {
  const limit = engine.all('Account')[0]?.droplet_limit ?? 0
  const nodes = engine.all('KubernetesCluster').flatMap((cluster) => cluster.node_pools.flatMap((pool) => pool.nodes))
  const waiting = nodes.filter((node) => node.droplet_id === '')
  return { limit, left: limit - engine.count('Droplet') - waiting.length }
}
