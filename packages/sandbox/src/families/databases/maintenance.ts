/** Updates of a cluster's engine: announced some weeks after the last, installed in the cluster's weekly window or at once on request. */
import type { Behavior } from '../../engine/call.ts'
import { readBody } from '../../engine/serve.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { exactlyLater, later } from '../../shared/later.ts'
import { logEvent } from './cluster-state.ts'
import { databaseKey } from './connection.ts'
import { engineOf, findVersion } from './engines.ts'

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
/** From one update to the announcement of the next. */
const pause = 21 * 86_400
/** How long an update takes. */
const seconds = 30

/** An hour of the night that the cluster's id picks. */
export function firstWindow(id: string): Value {
  const chance = Number.parseInt(id.slice(0, 4), 16)
  return { day: days[chance % 7], hour: `${String(chance % 6).padStart(2, '0')}:00:00`, pending: false, description: [] }
}

const windowOf = (cluster: Value): Value => (isRecord(cluster['maintenance_window']) ? cluster['maintenance_window'] : {})

/** The exact version after the present one. */
function nextRelease(cluster: Value): string | undefined {
  const { releases } = findVersion(engineOf(cluster), cluster['version'])
  return releases[releases.indexOf(String(cluster['semantic_version'])) + 1]
}

export function planUpdate(world: World, key: Key): void {
  exactlyLater(world, pause, 'databases.announceUpdate', key)
}

export function announceUpdate(key: Key, world: World): void {
  const cluster = world.engine.find(key)
  const release = cluster && nextRelease(cluster)
  if (!cluster || release === undefined) return
  const description = [`Installs ${engineOf(cluster).title} ${release}.`]
  world.engine.change(key, { maintenance_window: { ...windowOf(cluster), pending: true, description } })
  planInstall(world, key)
}

/** Notes the next opening of the window; what was noted before no longer counts. */
function planInstall({ engine, store, clock }: World, key: Key): void {
  const { day: name, hour } = windowOf(engine.get(key))
  const [hours = 0, minutes = 0, ofMinute = 0] = String(hour).split(':').map(Number)
  const next = new Date(clock.now())
  next.setUTCHours(hours, minutes, ofMinute, 0)
  while (next.getTime() <= clock.now() || days[next.getUTCDay()] !== name) next.setUTCDate(next.getUTCDate() + 1)
  const at = next.getTime()
  engine.hide(key, { installAt: at })
  store.schedule({ at, name: 'databases.openWindow', payload: JSON.stringify({ key, at }) })
}

export function openWindow({ key, at }: { readonly key: Key; readonly at: number }, world: World): void {
  const cluster = world.engine.find(key)
  if (!cluster || world.engine.hidden(key)['installAt'] !== at) return
  // A cluster that is busy otherwise has to wait for the next week.
  if (cluster['status'] === 'online') begin(world, key)
  else planInstall(world, key)
}

function begin(world: World, key: Key): void {
  world.engine.hide(key, { installAt: null, isInstalling: true })
  later(world, seconds, 'databases.finishUpdate', key)
}

export function finishUpdate(key: Key, world: World): void {
  const { engine } = world
  const cluster = engine.find(key)
  if (!cluster) return
  engine.hide(key, { isInstalling: false })
  engine.change(key, {
    semantic_version: nextRelease(cluster) ?? cluster['semantic_version'],
    maintenance_window: { ...windowOf(cluster), pending: false, description: [] },
  })
  logEvent(world, key, 'cluster_maintenance_perform')
  if (cluster['standby_connection'] !== undefined) logEvent(world, key, 'cluster_master_promotion')
  planUpdate(world, key)
}

export const updateWindow: Behavior = (call, world) => {
  const key = databaseKey(call)
  const window = windowOf(world.engine.get(key))
  const { day: name, hour } = readBody(call)
  const full = String(hour).length === 5 ? `${String(hour)}:00` : hour
  world.engine.change(key, { maintenance_window: { pending: false, description: [], ...window, day: name, hour: full } })
  if (typeof world.engine.hidden(key)['installAt'] === 'number') planInstall(world, key)
  logEvent(world, key, 'cluster_update')
  return {}
}

export const installUpdate: Behavior = (call, world) => {
  const key = databaseKey(call)
  const isPending = windowOf(world.engine.get(key))['pending'] === true
  if (isPending && world.engine.hidden(key)['isInstalling'] !== true) begin(world, key)
  return {}
}
