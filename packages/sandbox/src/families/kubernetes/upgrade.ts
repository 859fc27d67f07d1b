/** Brings a cluster to another version: the control plane first, then every node. */
import type { World } from '../../engine/world.ts'
import { later } from '../../shared/later.ts'
import { findCluster, saveCluster, savePool } from './clusters.ts'
import { planWindow } from './maintenance.ts'
import { addNodes, isStaying, takeAway } from './nodes.ts'

const secondsToRoll = 30
const secondsToFinish = 120

interface UpgradeDue {
  readonly id: string
}

/** The new version is the cluster's from now on. */
export function startUpgrade(world: World, id: string, version: string): void {
  saveCluster(world, id, { version, status: { state: 'upgrading', message: '' } })
  const due: UpgradeDue = { id }
  later(world, secondsToRoll, 'kubernetesUpgrades.roll', due)
  later(world, secondsToFinish, 'kubernetesUpgrades.finish', due)
}

/** Every node gives way to a new one: with surge only after its pods have moved, otherwise at once. */
export function rollNodes({ id }: UpgradeDue, world: World): void {
  const cluster = findCluster(world, id)
  if (!cluster) return
  for (const pool of cluster.node_pools) {
    const nodes = pool.nodes.filter(isStaying)
    savePool(world, id, addNodes(world, id, pool, nodes.length))
    if (nodes.length > 0) takeAway(world, { cluster: id, pool: pool.id, nodes: nodes.map((node) => node.id) }, !cluster.surge_upgrade)
  }
}

export function finishUpgrade({ id }: UpgradeDue, world: World): void {
  if (!findCluster(world, id)) return
  planWindow(world, saveCluster(world, id, { status: { state: 'running', message: '' } }))
}
