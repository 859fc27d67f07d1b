/** Updates of a cluster's engine: announced some weeks after the last, installed in the cluster's weekly window or at once on request. */
import type { Behavior } from '../../engine/call.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds } from '../../generated/types.ts'
import type { Key } from '../../store/store.ts'
import { exactlyLater, later } from '../../shared/later.ts'
import { logEvent } from './cluster-state.ts'
import { databaseKey } from './connection.ts'
import { engineOf, findVersion } from './engines.ts'

type Cluster = Kinds['DatabaseCluster']
type Window = NonNullable<Cluster['maintenance_window']>

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
/** From one update to the announcement of the next. */
const pause = 21 * 86_400
/** How long an update takes. */
const seconds = 30

/** An hour of the night that the cluster's id picks. */
export function firstWindow(id: string): Window {
  const chance = Number.parseInt(id.slice(0, 4), 16)
  const hour = `${String(chance % 6).padStart(2, '0')}:00:00`
  return { day: days[chance % 7] ?? 'sunday', hour, pending: false, description: [] }
}

const windowOf = ({ id, maintenance_window: window }: Cluster): Window => window ?? firstWindow(id)

/** The exact version after the present one. */
function nextRelease(cluster: Cluster): string | undefined {
  const { releases } = findVersion(engineOf(cluster), cluster.version)
  return releases[releases.indexOf(cluster.semantic_version) + 1]
}

export function planUpdate(world: World, key: Key<'DatabaseCluster'>): void {
  exactlyLater(world, pause, 'databases.announceUpdate', key)
}

export function announceUpdate(key: Key<'DatabaseCluster'>, world: World): void {
  const cluster = world.engine.find('DatabaseCluster', key)
  const release = cluster && nextRelease(cluster)
  if (!cluster || release === undefined) return
  const description = [`Installs ${engineOf(cluster).title} ${release}.`]
  world.engine.change('DatabaseCluster', key, { maintenance_window: { ...windowOf(cluster), pending: true, description } })
  planInstall(world, key)
}

interface Opening {
  readonly key: Key<'DatabaseCluster'>
  readonly at: number
}

/** Notes the next opening of the window; what was noted before no longer counts. */
function planInstall({ engine, store, clock }: World, key: Key<'DatabaseCluster'>): void {
  const { day: name, hour } = windowOf(engine.get('DatabaseCluster', key))
  const [hours = 0, minutes = 0, ofMinute = 0] = hour.split(':').map(Number)
  const next = new Date(clock.now())
  next.setUTCHours(hours, minutes, ofMinute, 0)
  while (next.getTime() <= clock.now() || days[next.getUTCDay()] !== name) next.setUTCDate(next.getUTCDate() + 1)
  const at = next.getTime()
  engine.hide('DatabaseCluster', key, { installAt: at })
  store.schedule({ at, name: 'databases.openWindow', payload: JSON.stringify({ key, at } satisfies Opening) })
}

export function openWindow({ key, at }: Opening, world: World): void {
  const cluster = world.engine.find('DatabaseCluster', key)
  if (!cluster || world.engine.hidden('DatabaseCluster', key).installAt !== at) return
  // A cluster that is busy otherwise has to wait for the next week.
  if (cluster.status === 'online') begin(world, key)
  else planInstall(world, key)
}

function begin(world: World, key: Key<'DatabaseCluster'>): void {
  world.engine.hide('DatabaseCluster', key, { installAt: null, isInstalling: true })
  later(world, seconds, 'databases.finishUpdate', key)
}

export function finishUpdate(key: Key<'DatabaseCluster'>, world: World): void {
  const { engine } = world
  const cluster = engine.find('DatabaseCluster', key)
  if (!cluster) return
  engine.hide('DatabaseCluster', key, { isInstalling: false })
  engine.change('DatabaseCluster', key, {
    semantic_version: nextRelease(cluster) ?? cluster.semantic_version,
    maintenance_window: { ...windowOf(cluster), pending: false, description: [] },
  })
  logEvent(world, key, 'cluster_maintenance_perform')
  if (cluster.standby_connection) logEvent(world, key, 'cluster_master_promotion')
  planUpdate(world, key)
}

export const updateWindow: Behavior<'databases_updateMaintenanceWindow'> = (call, world) => {
  const { engine } = world
  const key = databaseKey(call)
  const { day, hour } = call.body
  const window = { ...windowOf(engine.get('DatabaseCluster', key)), day, hour: hour.length === 5 ? `${hour}:00` : hour }
  engine.change('DatabaseCluster', key, { maintenance_window: window })
  if (engine.hidden('DatabaseCluster', key).installAt) planInstall(world, key)
  logEvent(world, key, 'cluster_update')
}

export const installUpdate: Behavior<'databases_installUpdate'> = (call, world) => {
  const key = databaseKey(call)
  const { pending } = windowOf(world.engine.get('DatabaseCluster', key))
  if (pending && !world.engine.hidden('DatabaseCluster', key).isInstalling) begin(world, key)
}
