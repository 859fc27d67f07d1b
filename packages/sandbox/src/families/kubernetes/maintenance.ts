/** The window in which the platform installs new patch versions by itself. It opens for nothing while there is no such version. */
import type { World } from '../../engine/world.ts'
import { type Cluster, clusterKey, findCluster, isRunning } from './clusters.ts'
import { startUpgrade } from './upgrade.ts'
import { patchesOf } from './versions.ts'

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

interface WindowDue {
  readonly id: string
  readonly at: number
}

/** To be called whenever the version or a setting has changed: an earlier plan counts no more. */
export function planWindow({ engine, store, clock }: World, cluster: Cluster): void {
  const { id, version } = cluster
  const waits = cluster['auto_upgrade'] === true && patchesOf(version).length > 0
  const at = waits ? nextWindow(cluster.maintenance_policy, clock.now()) : undefined
  engine.hide(clusterKey(id), { window: at })
  const due: WindowDue | undefined = at === undefined ? undefined : { id, at }
  if (due) store.schedule({ at: due.at, name: 'kubernetesUpgrades.window', payload: JSON.stringify(due) })
}

function nextWindow(policy: Cluster['maintenance_policy'], now: number): number {
  const [hours = 0, minutes = 0] = policy.start_time.split(':').map(Number)
  const start = new Date(now)
  start.setUTCHours(hours, minutes, 0, 0)
  const matches = () => policy.day === 'any' || days[start.getUTCDay()] === policy.day
  while (start.getTime() <= now || !matches()) start.setUTCDate(start.getUTCDate() + 1)
  return start.getTime()
}

export function openWindow({ id, at }: WindowDue, world: World): void {
  const cluster = findCluster(world, id)
  if (!cluster || world.engine.hidden(clusterKey(id))['window'] !== at) return
  const [newest] = patchesOf(cluster.version)
  if (!newest || !isRunning(cluster.status.state)) planWindow(world, cluster)
  else startUpgrade(world, id, newest.slug)
}
