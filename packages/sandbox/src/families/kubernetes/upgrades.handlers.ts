/** Options of clusters, and upgrades to newer versions. Automatic upgrades are stored but never happen. */
import { kubernetesRegions, kubernetesVersions } from '../../catalog/kubernetes.ts'
import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { type JobPayload, scheduleIn } from '../../shared/schedule-job.ts'
import { assertRunning, findCluster, openCluster, saveCluster, savePool } from './clusters.ts'
import { addNodes, isStaying, removeNodes } from './nodes.ts'
import { nodeSizes } from './node-pools.ts'
import { upgradesOf } from './versions.ts'
import type { Handlers, Jobs } from '../family.ts'

const listOptions: Handler<'kubernetes_options_list'> = (_call, ctx) => {
  const sizes = nodeSizes(ctx).map(({ slug }) => ({ name: slug, slug }))
  return { options: { regions: kubernetesRegions, versions: kubernetesVersions, sizes } }
}

const listUpgrades: Handler<'kubernetes_clusters_listUpgrades'> = (call, ctx) => {
  const upgrades = upgradesOf(openCluster(call, ctx).version)
  return { available_upgrade_versions: upgrades.length === 0 ? null : upgrades }
}

const upgrade: Handler<'kubernetes_clusters_upgrade'> = (call, ctx) => {
  const cluster = openCluster(call, ctx)
  const { version } = call.body
  assertRunning(cluster)
  if (!upgradesOf(cluster.version).some(({ slug }) => slug === version)) throw unprocessable('invalid upgrade path')
  startUpgrade(ctx, cluster.id, version)
}

const secondsToRoll = 30

/** The cluster has the new version immediately: the control plane is upgraded first, then every node. */
function startUpgrade(ctx: AccountContext, id: string, version: string): void {
  saveCluster(ctx, id, { version })
  scheduleIn(ctx, secondsToRoll, 'kubernetesUpgrades.roll', { id } satisfies JobPayload)
  ctx.engine.trigger('KubernetesCluster', id, 'kubernetes_clusters_upgrade')
}

/** Replaces every node: with surge after its pods have moved, otherwise at once. */
function rollNodes({ id }: JobPayload, ctx: AccountContext): void {
  const cluster = findCluster(ctx, id)
  if (!cluster) return
  for (const pool of cluster.node_pools) {
    const nodes = pool.nodes.filter(isStaying)
    savePool(ctx, id, addNodes(ctx, id, pool, nodes.length))
    if (nodes.length > 0) removeNodes(ctx, { cluster: id, pool: pool.id, nodes: nodes.map((node) => node.id) }, !cluster.surge_upgrade)
  }
}

export const upgradesHandlers = {
  kubernetes_options_list: listOptions,
  kubernetes_clusters_listUpgrades: listUpgrades,
  kubernetes_clusters_upgrade: upgrade,
} satisfies Handlers

export const upgradesJobs: Jobs = { 'kubernetesUpgrades.roll': rollNodes }
