/** Daily copies of a cluster, taken by the clock and kept for a week, and clusters that begin as one of them. */
import type { DatabaseEngineEntry, DatabaseVersionEntry } from '../../catalogue/database-engines.ts'
import type { Behavior } from '../../engine/call.ts'
import { onlyOne } from '../../engine/engine.ts'
import { preconditionFailed, unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { later } from '../../shared/later.ts'
import { writeStamp } from '../../shared/write-stamp.ts'
import { databaseKey } from './connection.ts'
import { compareVersions, engineOf } from './engines.ts'

const day = 86_400_000
const keptDays = 7
/** How long one takes. */
const duration = 600_000
/** From the moment a cluster is online to its first backup, which holds little and does not wait for the night. */
const secondsToFirst = 60

interface Timetable {
  readonly backup_hour: number
  readonly backup_minute: number
}

/** The configuration says when; until it does, an hour of the night that the cluster's id picks. */
export function timetableOf({ engine }: World, key: Key): Timetable {
  const config = engine.find({ kind: 'DatabaseConfig', parent: under(key), id: onlyOne }) ?? {}
  const chance = Number.parseInt(key.id.slice(0, 4), 16)
  const { backup_hour: hour, backup_minute: minute } = config
  return {
    backup_hour: typeof hour === 'number' ? hour : chance % 6,
    backup_minute: typeof minute === 'number' ? minute : chance % 60,
  }
}

export const listBackups: Behavior = (call, world) => {
  const key = databaseKey(call)
  const cluster = world.engine.get(key)
  if (engineOf(cluster).isBackedUp) assertBackedUp(world, key)
  const { running } = world.engine.hidden(key)
  const page = world.engine.list({ kind: 'DatabaseBackup', parent: under(key), order: 'newest', page: readPage(call) })
  const { body, headers = {} } = replyPage(call, 'backups', page)
  const done = typeof running === 'number' ? (world.clock.now() - running) / duration : undefined
  const reply = {
    ...(JSON.parse(String(body)) as Value),
    scheduled_backup_time: { ...timetableOf(world, key), backup_interval_hours: 24 },
    ...(done !== undefined && { backup_progress: String(Math.min(99, Math.floor(done * 100))) }),
  }
  return { body: JSON.stringify(reply), headers }
}

/** @throws Failure 412 until a cluster has its first backup */
export function assertBackedUp({ store }: World, key: Key): void {
  if (store.count({ kind: 'DatabaseBackup', parent: under(key) }) === 0)
    throw preconditionFailed('The cluster has no backup yet. The first is taken within minutes of its being online.')
}

/** The first soon after the cluster is online, the others by its timetable. */
export function planBackups(world: World, key: Key, secondsToOnline: number): void {
  if (engineOf(world.engine.get(key)).isBackedUp) later(world, secondsToOnline + secondsToFirst, 'databases.takeFirstBackup', key)
  planBackup(world, key)
}

/**
 * Notes when the next backup begins, in place of what was noted before. Called when a cluster is made and when its timetable is
 * changed; otherwise each backup notes the next, and with it whatever else is `noted` of the cluster.
 */
export function planBackup(world: World, key: Key, noted: Value = {}): void {
  if (!engineOf(world.engine.get(key)).isBackedUp) return
  const { backup_hour: hour, backup_minute: minute } = timetableOf(world, key)
  const next = new Date(world.clock.now())
  next.setUTCHours(hour, minute, 0, 0)
  const at = next.getTime() > world.clock.now() ? next.getTime() : next.getTime() + day
  world.engine.hide(key, { ...noted, nextBackup: at })
  world.store.schedule({ at, name: 'databases.beginBackup', payload: JSON.stringify({ key, at }) })
}

interface Begun {
  readonly key: Key
  readonly at: number
}

export function beginBackup({ key, at }: Begun, world: World): void {
  const cluster = world.engine.find(key)
  if (!cluster || world.engine.hidden(key)['nextBackup'] !== at) return
  // Nothing is copied of what is still being filled.
  const isFilling = cluster['status'] === 'creating' || cluster['status'] === 'forking'
  planBackup(world, key, isFilling ? {} : { running: at })
  if (isFilling) return
  world.store.schedule({ at: at + duration, name: 'databases.finishBackup', payload: JSON.stringify({ key, at }) })
}

export function finishBackup({ key, at }: Begun, world: World): void {
  if (!world.engine.find(key)) return
  keepBackup(world, key, at + 11_000)
  world.engine.hide(key, { running: null })
}

export function takeFirstBackup(key: Key, world: World): void {
  if (world.engine.find(key)) keepBackup(world, key, world.clock.now())
}

/** It shows what the cluster held when it began. One in seven holds everything, the others what has changed. */
function keepBackup({ engine, store }: World, key: Key, at: number): void {
  const cluster = engine.get(key)
  const parent = under(key)
  const taken = store.next(`backups:${key.id}`, 0)
  const incremental = taken % keptDays !== 0
  // The data grows a little every day, and never fills the storage.
  const storage = Number(cluster['storage_size_mib']) / 1024
  const full = Math.min(storage / 5 + taken / 10, storage * 0.8)
  const fields = { created_at: writeStamp(at), size_gigabytes: round(incremental ? full / 7 : full), incremental }
  engine.create('DatabaseBackup', fields, { parent })
  const size = store.count({ kind: 'DatabaseBackup', parent }) - keptDays
  const oldest = size > 0 ? engine.all({ kind: 'DatabaseBackup', parent, page: { number: 1, size } }) : []
  for (const { created_at: name } of oldest) engine.remove({ kind: 'DatabaseBackup', parent, id: String(name) })
}

const round = (gigabytes: number) => Math.round(gigabytes * 100) / 100

interface Wanted {
  readonly engine: DatabaseEngineEntry
  readonly version: DatabaseVersionEntry
  readonly storage: number
}

/** The cluster whose backup a new one begins as. @throws Failure 422 */
export function findBackup(world: World, request: Value, { engine, version, storage }: Wanted): Key {
  const { database_name: name, backup_created_at: moment } = request
  const text = world.store.byUnique('DatabaseCluster', JSON.stringify([name]))
  const found: unknown = text === undefined ? undefined : JSON.parse(text)
  if (!isRecord(found)) throw unprocessable(`backup_restore.database_name: there is no cluster "${String(name)}".`)
  if (found['engine'] !== engine.slug)
    throw unprocessable(`engine: "${String(name)}" is a ${engineOf(found).title} cluster, so its backups make no ${engine.title} cluster.`)
  if (compareVersions(version.version, String(found['version'])) < 0)
    throw unprocessable(`version: must not be earlier than the ${String(found['version'])} that was backed up.`)
  const key: Key = { kind: 'DatabaseCluster', id: String(found['id']) }
  const backups = world.engine.all({ kind: 'DatabaseBackup', parent: under(key) })
  if (backups.length === 0) throw unprocessable(`backup_restore.database_name: "${String(name)}" has no backup yet.`)
  const isAsked = ({ created_at: at }: Value) => Date.parse(String(at)) === Date.parse(String(moment))
  if (typeof moment === 'string' && moment !== '' && !backups.some(isAsked))
    throw unprocessable(`backup_restore.backup_created_at: "${String(name)}" has no backup of ${moment}.`)
  const needed = Math.max(...backups.map(({ size_gigabytes: size }) => Number(size))) * 1024
  if (storage < needed) throw unprocessable(`storage_size_mib: must be at least ${Math.ceil(needed)} to hold the backup.`)
  return key
}
