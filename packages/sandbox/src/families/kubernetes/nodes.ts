/** Nodes: each is a droplet that is created some time after the request and drained before its deletion. */
import { nodeImage } from '../../catalog/kubernetes.ts'
import { Failure, unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { planDroplets, startDroplet } from '../droplets/index.ts'
import { getStateSeconds } from '../../shared/get-state-seconds.ts'
import { scheduleIn, scheduleRetry } from '../../shared/schedule-job.ts'
import {
  type Cluster,
  type ClusterNode,
  type ClusterPool,
  findCluster,
  findPool,
  getCluster,
  recordMessage,
  savePool,
  withTags,
} from './clusters.ts'

const secondsToBoot = 20
export const secondsToJoin = getStateSeconds('KubernetesNodeStatus', 'provisioning')

export interface NodesJob {
  readonly cluster: string
  readonly pool: string
  readonly nodes: readonly string[]
  /** Number of failed attempts to create their droplets. */
  readonly attempt?: number
}

export const isStaying = ({ status: { state } }: ClusterNode): boolean => state === 'provisioning' || state === 'running'

/** Adds nodes. Their droplets are created later; those of a new cluster shortly before its control plane is ready. */
export function addNodes(ctx: AccountContext, cluster: string, pool: ClusterPool, count: number, secondsToWait = 0): ClusterPool {
  if (count === 0) return pool
  const timestamp = ctx.clock.timestamp()
  const newNodes = Array.from({ length: count }, (): ClusterNode => ({
    id: ctx.ids.uuid('KubernetesNode'),
    name: '',
    status: { state: 'provisioning' },
    droplet_id: '',
    created_at: timestamp,
    updated_at: timestamp,
  }))
  const job: NodesJob = { cluster, pool: pool.id, nodes: newNodes.map(({ id }) => id) }
  scheduleIn(ctx, secondsToWait + secondsToBoot, 'kubernetes.boot', job)
  return { ...pool, nodes: [...pool.nodes, ...newNodes] }
}

/** Creates the droplets of new nodes. At the droplet limit of the account it retries, with a message on the cluster. */
export function bootNodes(job: NodesJob, ctx: AccountContext): void {
  const left: string[] = []
  const created: string[] = []
  for (const id of job.nodes) {
    const cluster = findCluster(ctx, job.cluster)
    const pool = findPool(ctx, job.cluster, job.pool)
    const node = pool?.nodes.find((each) => each.id === id)
    if (!cluster || !pool || !node || node.droplet_id !== '') continue
    try {
      changeNode(ctx, job, id, bootNode(ctx, cluster, pool, node))
      created.push(id)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      left.push(id)
    }
  }
  scheduleIn(ctx, secondsToJoin - secondsToBoot, 'kubernetes.join', { ...job, nodes: created })
  if (left.length === 0) return
  const name = findPool(ctx, job.cluster, job.pool)?.name ?? ''
  recordMessage(ctx, job.cluster, `No node could be added to ${name} because the account's droplet limit is reached.`)
  scheduleRetry(ctx, job.attempt ?? 0, 'kubernetes.boot', { ...job, nodes: left })
}

function bootNode(ctx: AccountContext, cluster: Cluster, pool: ClusterPool, { id }: ClusterNode): Partial<ClusterNode> {
  const name = `${pool.name}-${createSuffix(ctx)}`
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
  const plan = planDroplets(ctx, request, [name])
  const owner = { job: 'kubernetes.replace', payload: { cluster: cluster.id, pool: pool.id, nodes: [id] } }
  const { droplet } = startDroplet(ctx, plan, name, { owner })
  return { name, droplet_id: String(droplet.id) }
}

/** Creates a suffix of five letters and digits. */
function createSuffix({ ids }: AccountContext): string {
  return parseInt(ids.hex(12), 16).toString(36).padStart(5, '0').slice(-5)
}

/** Sets nodes whose droplets exist to running. */
export function joinNodes(job: NodesJob, ctx: AccountContext): void {
  for (const id of job.nodes) {
    const node = findNode(ctx, job, id)
    if (node?.status.state === 'provisioning' && node.droplet_id !== '') changeNode(ctx, job, id, { status: { state: 'running' } })
  }
}

/** Drains and deletes nodes; `skipsDrain` skips the drain. */
export function removeNodes(ctx: AccountContext, job: NodesJob, skipsDrain = false): void {
  for (const id of job.nodes) changeNode(ctx, job, id, { status: { state: skipsDrain ? 'deleting' : 'draining' } })
  const seconds = getStateSeconds('KubernetesNodeStatus', skipsDrain ? 'deleting' : 'draining')
  scheduleIn(ctx, seconds, skipsDrain ? 'kubernetes.drop' : 'kubernetes.drained', job)
}

export function finishDraining(job: NodesJob, ctx: AccountContext): void {
  if (findPool(ctx, job.cluster, job.pool)) removeNodes(ctx, job, true)
}

/** Deletes nodes and their droplets. */
export function dropNodes(job: NodesJob, ctx: AccountContext): void {
  const pool = findPool(ctx, job.cluster, job.pool)
  if (!pool) return
  savePool(ctx, job.cluster, { ...pool, nodes: pool.nodes.filter(({ id }) => !job.nodes.includes(id)) })
  destroyMachines(
    ctx,
    pool.nodes.filter(({ id }) => job.nodes.includes(id)),
  )
}

/** Replaces nodes whose droplets were deleted. */
export function replaceNodes(job: NodesJob, ctx: AccountContext): void {
  const missing = job.nodes.filter((id) => {
    const node = findNode(ctx, job, id)
    return node && isStaying(node) && node.droplet_id !== '' && !ctx.engine.find('Droplet', node.droplet_id)
  })
  const pool = findPool(ctx, job.cluster, job.pool)
  if (!pool || missing.length === 0) return
  const left = { ...pool, nodes: pool.nodes.filter(({ id }) => !missing.includes(id)) }
  savePool(ctx, job.cluster, addNodes(ctx, job.cluster, left, missing.length))
}

export function destroyMachines(ctx: AccountContext, nodes: readonly ClusterNode[]): void {
  for (const { droplet_id: id } of nodes) {
    if (ctx.engine.find('Droplet', id)) ctx.engine.delete('Droplet', id)
  }
}

/** Adds or removes nodes to match the count of the pool; the newest are removed first. */
export function fitNodes(ctx: AccountContext, cluster: string, pool: ClusterPool): void {
  const remainingNodes = pool.nodes.filter(isStaying)
  const more = pool.count - remainingNodes.length
  if (more > 0) assertRoom(ctx, more)
  savePool(ctx, cluster, addNodes(ctx, cluster, pool, Math.max(0, more)))
  if (more < 0) removeNodes(ctx, { cluster, pool: pool.id, nodes: remainingNodes.slice(more).map(({ id }) => id) })
}

/** Adds the tags of the pool and the cluster to the droplets. */
export function tagMachines({ engine }: AccountContext, cluster: Cluster): void {
  for (const { nodes, tags } of cluster.node_pools) {
    for (const { droplet_id: id } of nodes) {
      if (engine.find('Droplet', id)) engine.update('Droplet', id, { tags: withTags(tags, cluster.tags) })
    }
  }
}

function findNode(ctx: AccountContext, job: NodesJob, id: string): ClusterNode | undefined {
  return findPool(ctx, job.cluster, job.pool)?.nodes.find((node) => node.id === id)
}

function changeNode(ctx: AccountContext, { cluster, pool: poolId }: NodesJob, id: string, fields: Partial<ClusterNode>): void {
  const pool = getCluster(ctx, cluster).node_pools.find((each) => each.id === poolId)
  if (!pool) return
  const updated_at = ctx.clock.timestamp()
  savePool(ctx, cluster, { ...pool, nodes: pool.nodes.map((node) => (node.id === id ? { ...node, ...fields, updated_at } : node)) })
}

/** @throws Failure 422 when the account may not have so many droplets more */
export function assertRoom(ctx: AccountContext, more: number): void {
  const { limit, left } = countFreeDroplets(ctx)
  if (more > left) throw unprocessable(`This would exceed the limit of ${limit} droplets of the account.`)
}

/** @throws Failure 422 when the pools could not grow to their bounds */
export function assertGrowth(ctx: AccountContext, pools: readonly ClusterPool[]): void {
  const more = pools.reduce((sum, { auto_scale: scales, max_nodes: max, count, nodes }) => sum + (scales ? max : count) - nodes.length, 0)
  if (pools.some(({ auto_scale: scales }) => scales) && more > countFreeDroplets(ctx).left)
    throw unprocessable(
      `validation error: autoscale desired max nodes exceed limits, ${more} additional nodes but not enough available droplet limit`,
    )
}

/** Returns the droplet limit of the account, and the number of droplets that still fit. */
function countFreeDroplets({ engine }: AccountContext): { readonly limit: number; readonly left: number } {
  const limit = engine.list('Account')[0]?.droplet_limit ?? 0
  const nodes = engine.list('KubernetesCluster').flatMap((cluster) => cluster.node_pools.flatMap((pool) => pool.nodes))
  const pendingNodes = nodes.filter((node) => node.droplet_id === '')
  return { limit, left: limit - engine.count('Droplet') - pendingNodes.length }
}
