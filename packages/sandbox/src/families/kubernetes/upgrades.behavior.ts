/** What clusters can be made of, and how they get to a newer version. */
import { kubernetesRegions, kubernetesVersions } from '../../catalogue/kubernetes.ts'
import type { Behavior } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { FamilyBehavior } from '../family.ts'
import { assertRunning, openCluster } from './clusters.ts'
import { nodeSizes } from './read-pool.ts'
import { finishUpgrade, openWindow, rollNodes, startUpgrade } from './upgrades.ts'
import { upgradesOf } from './versions.ts'

const listOptions: Behavior<'kubernetes_list_options'> = (_call, world) => {
  const sizes = nodeSizes(world).map(({ slug }) => ({ name: slug, slug }))
  return { options: { regions: kubernetesRegions, versions: kubernetesVersions, sizes } }
}

const listUpgrades: Behavior<'kubernetes_list_upgrades'> = (call, world) => {
  const upgrades = upgradesOf(openCluster(call, world).version)
  return { available_upgrade_versions: upgrades.length === 0 ? null : upgrades }
}

const upgrade: Behavior<'kubernetes_upgrade_cluster'> = (call, world) => {
  const cluster = openCluster(call, world)
  const { version } = call.body
  assertRunning(cluster)
  if (!upgradesOf(cluster.version).some(({ slug }) => slug === version)) throw unprocessable('invalid upgrade path')
  startUpgrade(world, cluster.id, version)
}

export const kubernetesUpgrades: FamilyBehavior = {
  behaviors: { kubernetes_list_options: listOptions, kubernetes_list_upgrades: listUpgrades, kubernetes_upgrade_cluster: upgrade },
  due: {
    'kubernetesUpgrades.roll': rollNodes,
    'kubernetesUpgrades.finish': finishUpgrade,
    'kubernetesUpgrades.window': openWindow,
  },
}
