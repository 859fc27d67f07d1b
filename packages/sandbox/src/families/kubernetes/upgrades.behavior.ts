/** Options of clusters, and upgrades to newer versions. Automatic upgrades are stored but never happen. */
import { kubernetesRegions, kubernetesVersions } from '../../catalog/kubernetes.ts'
import type { Behavior } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { World } from '../../engine/world.ts'
import { type DueOf, later } from '../../shared/later.ts'
import type { FamilyBehavior } from '../family.ts'
import { assertRunning, findCluster, openCluster, saveCluster, savePool } from './clusters.ts'
import { addNodes, isStaying, takeAway } from './nodes.ts'
import { nodeSizes } from './read-pool.ts'
import { upgradesOf } from './versions.ts'

const listOptions: Behavior<'kubernetes_options_list'> = (_call, world) => {
  const sizes = nodeSizes(world).map(({ slug }) => ({ name: slug, slug }))
  return { options: { regions: kubernetesRegions, versions: kubernetesVersions, sizes } }
}

const listUpgrades: Behavior<'kubernetes_clusters_listUpgrades'> = (call, world) => {
  const upgrades = upgradesOf(openCluster(call, world).version)
  return { available_upgrade_versions: upgrades.length === 0 ? null : upgrades }
}

const upgrade: Behavior<'kubernetes_clusters_upgrade'> = (call, world) => {
  const cluster = openCluster(call, world)
  const { version } = call.body
  assertRunning(cluster)
  if (!upgradesOf(cluster.version).some(({ slug }) => slug === version)) throw unprocessable('invalid upgrade path')
  startUpgrade(world, cluster.id, version)
}

const secondsToRoll = 30
const secondsToFinish = 120

/** The new version is the cluster's from now on: its control plane goes first, then every node. */
function startUpgrade(world: World, id: string, version: string): void {
  saveCluster(world, id, { version, status: { state: 'upgrading', message: '' } })
  const due: DueOf = { id }
  later(world, secondsToRoll, 'kubernetesUpgrades.roll', due)
  later(world, secondsToFinish, 'kubernetesUpgrades.finish', due)
}

/** Every node gives way to a new one: with surge only after its pods have moved, otherwise at once. */
function rollNodes({ id }: DueOf, world: World): void {
  const cluster = findCluster(world, id)
  if (!cluster) return
  for (const pool of cluster.node_pools) {
    const nodes = pool.nodes.filter(isStaying)
    savePool(world, id, addNodes(world, id, pool, nodes.length))
    if (nodes.length > 0) takeAway(world, { cluster: id, pool: pool.id, nodes: nodes.map((node) => node.id) }, !cluster.surge_upgrade)
  }
}

function finishUpgrade({ id }: DueOf, world: World): void {
  if (!findCluster(world, id)) return
  saveCluster(world, id, { status: { state: 'running', message: '' } })
}

export const kubernetesUpgrades: FamilyBehavior = {
  behaviors: { kubernetes_options_list: listOptions, kubernetes_clusters_listUpgrades: listUpgrades, kubernetes_clusters_upgrade: upgrade },
  due: {
    'kubernetesUpgrades.roll': rollNodes,
    'kubernetesUpgrades.finish': finishUpgrade,
  },
}
