/** Daily backups of a cluster, created by the clock and kept for a week, and clusters restored from a backup. */
import type { DatabaseEngineEntry, DatabaseVersionEntry } from '../../catalog/database-engines.ts'
import type { Handler } from '../../engine/call.ts'
import { onlyOne } from '../../engine/engine.ts'
import { preconditionFailed, unprocessable } from '../../engine/failure.ts'
import { answerPage, parsePage } from '../../engine/pages.ts'
import { type Changes, type HiddenOf, keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import { type Key, childPath } from '../../store/store.ts'
import { scheduleAfter } from '../../shared/schedule-job.ts'
import { formatTimestamp } from '../../shared/format-timestamp.ts'
import { databaseKey } from './connection.ts'
import { compareVersions, engineOf } from './engines.ts'

const day = 86_400_000
const keptDays = 7
/** Duration of a backup. */
const duration = 600_000
/** Delay of the first backup after a cluster is online; it is small and does not wait for the night. */
const secondsToFirst = 60

interface Timetable {
  readonly backup_hour: number
  readonly backup_minute: number
}

/** Backup time of the configuration; by default an hour of the night derived from the id of the cluster. */
export function timetableOf({ engine }: AccountContext, key: Key<'DatabaseCluster'>): Timetable {
  const config = engine.find('DatabaseConfig', { parent: childPath(key), id: onlyOne })
  const chance = Number.parseInt(key.id.slice(0, 4), 16)
  return { backup_hour: config?.backup_hour ?? chance % 6, backup_minute: config?.backup_minute ?? chance % 60 }
}

export const listBackups: Handler<'databases_backups_list'> = (call, ctx) => {
  const { engine, clock } = ctx
  const key = databaseKey(call)
  if (engineOf(engine.get('DatabaseCluster', key)).hasBackups) assertBackedUp(ctx, key)
  const { running } = engine.getHidden('DatabaseCluster', key)
  const page = engine.listPage('DatabaseBackup', { parent: childPath(key), order: 'newest', page: parsePage(call) })
  const progress = running ? (clock.now() - running) / duration : undefined
  return answerPage(call, 'backups', page, {
    scheduled_backup_time: { ...timetableOf(ctx, key), backup_interval_hours: 24 },
    ...(progress !== undefined && { backup_progress: String(Math.min(99, Math.floor(progress * 100))) }),
  })
}

/** @throws Failure 412 until a cluster has its first backup */
export function assertBackedUp({ engine }: AccountContext, key: Key<'DatabaseCluster'>): void {
  if (engine.count('DatabaseBackup', { parent: childPath(key) }) === 0)
    throw preconditionFailed('The cluster has no backup yet. The first is created within minutes after the cluster is online.')
}

/** Schedules the first backup of a cluster that is online. With `--action-seconds` it is there at once, because it is no action of its own. */
export function planFirstBackup(ctx: AccountContext, key: Key<'DatabaseCluster'>): void {
  if (!engineOf(ctx.engine.get('DatabaseCluster', key)).hasBackups) return
  const delay = ctx.settings.actionSeconds === undefined ? secondsToFirst : 0
  scheduleAfter(ctx, delay, 'databases.takeFirstBackup', key)
}

/**
 * Schedules the next backup in place of the previous plan. Called when a cluster is created and when its backup time
 * changes; otherwise each backup schedules the next one, and stores the other `hidden` fields of the cluster.
 */
export function planBackup(ctx: AccountContext, key: Key<'DatabaseCluster'>, hidden: Changes<HiddenOf<'DatabaseCluster'>> = {}): void {
  if (!engineOf(ctx.engine.get('DatabaseCluster', key)).hasBackups) return
  const { backup_hour: hour, backup_minute: minute } = timetableOf(ctx, key)
  const next = new Date(ctx.clock.now())
  next.setUTCHours(hour, minute, 0, 0)
  const at = next.getTime() > ctx.clock.now() ? next.getTime() : next.getTime() + day
  ctx.engine.setHidden('DatabaseCluster', key, { ...hidden, nextBackup: at })
  ctx.store.schedule({ at, name: 'databases.beginBackup', payload: JSON.stringify({ key, at } satisfies Begun) })
}

interface Begun {
  readonly key: Key<'DatabaseCluster'>
  readonly at: number
}

export function beginBackup({ key, at }: Begun, ctx: AccountContext): void {
  const cluster = ctx.engine.find('DatabaseCluster', key)
  if (!cluster || ctx.engine.getHidden('DatabaseCluster', key).nextBackup !== at) return
  // A cluster that is still being restored is not backed up.
  const isFilling = cluster.status === 'creating' || cluster.status === 'forking'
  planBackup(ctx, key, isFilling ? {} : { running: at })
  if (isFilling) return
  ctx.store.schedule({ at: at + duration, name: 'databases.finishBackup', payload: JSON.stringify({ key, at } satisfies Begun) })
}

export function finishBackup({ key, at }: Begun, ctx: AccountContext): void {
  if (!ctx.engine.find('DatabaseCluster', key)) return
  storeBackup(ctx, key, at + 11_000)
  ctx.engine.setHidden('DatabaseCluster', key, { running: null })
}

export function takeFirstBackup(key: Key<'DatabaseCluster'>, ctx: AccountContext): void {
  if (ctx.engine.find('DatabaseCluster', key)) storeBackup(ctx, key, ctx.clock.now())
}

/** Contains the data from the start of the backup. One backup in seven is full, the others are incremental. */
function storeBackup({ engine, store }: AccountContext, key: Key<'DatabaseCluster'>, at: number): void {
  const parent = childPath(key)
  const index = store.nextCounter(`backups:${key.id}`, 0)
  const incremental = index % keptDays !== 0
  // The data grows a little every day, and never fills the storage.
  const storage = engine.get('DatabaseCluster', key).storage_size_mib / 1024
  const full = Math.min(storage / 5 + index / 10, storage * 0.8)
  const fields = { created_at: formatTimestamp(at), size_gigabytes: round(incremental ? full / 7 : full), incremental }
  engine.create('DatabaseBackup', fields, { parent })
  const size = engine.count('DatabaseBackup', { parent }) - keptDays
  const oldest = size > 0 ? engine.list('DatabaseBackup', { parent, page: { number: 1, size } }) : []
  for (const { created_at: id } of oldest) engine.delete('DatabaseBackup', { parent, id })
}

const round = (gigabytes: number) => Math.round(gigabytes * 100) / 100

interface RestoreTarget {
  readonly engine: DatabaseEngineEntry
  readonly version: DatabaseVersionEntry
  readonly storage: number
}

type Restore = NonNullable<Operations['databases_create']['body']['backup_restore']>

export interface BackupSource {
  readonly cluster: Key<'DatabaseCluster'>
  /** Time of the backup; undefined for the present data. */
  readonly backup: string | undefined
}

/** Returns the cluster and the backup that a new cluster restores. @throws Failure 422 */
export function findBackup(ctx: AccountContext, request: Restore, { engine, version, storage }: RestoreTarget): BackupSource {
  const { database_name: name, backup_created_at: time } = request
  const found = ctx.engine.findUnique('DatabaseCluster', [name])
  if (!found) throw unprocessable(`backup_restore.database_name: there is no cluster "${name}".`)
  if (found.engine !== engine.slug)
    throw unprocessable(`engine: "${name}" is a ${engineOf(found).title} cluster, so its backups make no ${engine.title} cluster.`)
  if (compareVersions(version.version, found.version) < 0)
    throw unprocessable(`version: must not be earlier than the ${found.version} that was backed up.`)
  const key = keyOf('DatabaseCluster', found.id)
  const backups = ctx.engine.list('DatabaseBackup', { parent: childPath(key) })
  if (backups.length === 0) throw unprocessable(`backup_restore.database_name: "${name}" has no backup yet.`)
  const backup = time ? backups.find(({ created_at: at }) => Date.parse(at) === Date.parse(time)) : undefined
  if (time && !backup) throw unprocessable(`backup_restore.backup_created_at: "${name}" has no backup of ${time}.`)
  const requiredMib = Math.max(...backups.map(({ size_gigabytes: size }) => size)) * 1024
  if (storage < requiredMib) throw unprocessable(`storage_size_mib: must be at least ${Math.ceil(requiredMib)} to hold the backup.`)
  return { cluster: key, backup: backup?.created_at }
}
