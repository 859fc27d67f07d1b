/**
 * What clusters can be made of, and how they get to a newer version: when somebody asks for it, or in the window in which the platform
 * installs new patches by itself.
 */
import { kubernetesRegions, kubernetesVersions } from '../../catalog/kubernetes.ts'
import type { Behavior } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { World } from '../../engine/world.ts'
import { type DueOf, later } from '../../shared/later.ts'
import type { FamilyBehavior } from '../family.ts'
import { assertRunning, type Cluster, findCluster, isRunning, openCluster, saveCluster, savePool } from './clusters.ts'
import { addNodes, isStaying, takeAway } from './nodes.ts'
import { nodeSizes } from './read-pool.ts'
import { patchesOf, upgradesOf } from './versions.ts'

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
  planWindow(world, saveCluster(world, id, { status: { state: 'running', message: '' } }))
}

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

interface WindowDue {
  readonly id: string
  readonly at: number
}

/** To be called whenever the version or a setting has changed: an earlier plan counts no more. It opens for nothing while there is no newer patch. */
export function planWindow(
  { engine, store, clock }: World,
  { id, version, auto_upgrade: isAutomatic, maintenance_policy: policy }: Cluster,
): void {
  const at = isAutomatic && patchesOf(version).length > 0 ? nextWindow(policy, clock.now()) : undefined
  engine.hide('KubernetesCluster', id, { window: at })
  if (at !== undefined) store.schedule({ at, name: 'kubernetesUpgrades.window', payload: JSON.stringify({ id, at } satisfies WindowDue) })
}

function nextWindow(policy: Cluster['maintenance_policy'], now: number): number {
  const [hours = 0, minutes = 0] = policy.start_time.split(':').map(Number)
  const start = new Date(now)
  start.setUTCHours(hours, minutes, 0, 0)
  const matches = () => policy.day === 'any' || days[start.getUTCDay()] === policy.day
  while (start.getTime() <= now || !matches()) start.setUTCDate(start.getUTCDate() + 1)
  return start.getTime()
}

function openWindow({ id, at }: WindowDue, world: World): void {
  const cluster = findCluster(world, id)
  if (!cluster || world.engine.hidden('KubernetesCluster', id).window !== at) return
  const [newest] = patchesOf(cluster.version)
  if (!newest || !isRunning(cluster.status.state)) planWindow(world, cluster)
  else startUpgrade(world, id, newest.slug)
}

export const kubernetesUpgrades: FamilyBehavior = {
  behaviors: { kubernetes_options_list: listOptions, kubernetes_clusters_listUpgrades: listUpgrades, kubernetes_clusters_upgrade: upgrade },
  due: {
    'kubernetesUpgrades.roll': rollNodes,
    'kubernetesUpgrades.finish': finishUpgrade,
    'kubernetesUpgrades.window': openWindow,
  },
}
