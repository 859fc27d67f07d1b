/** Online migration from an external database. The source is never contacted; one under `.invalid` cannot be reached. */
import type { Handler } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { type Key, childPath } from '../../store/store.ts'
import { getStateSeconds } from '../../shared/get-state-seconds.ts'
import { scheduleIn } from '../../shared/schedule-job.ts'
import { assertOnline, refreshCluster } from './cluster-state.ts'
import { databaseKey } from './connection.ts'
import { engineOf } from './engines.ts'

type Migration = Operations['databases_migration_get']['reply']
type Source = Operations['databases_migration_start']['body']['source']

declare module '../../engine/kinds.ts' {
  interface InternalKinds {
    databaseMigration: Migration
  }
}

/** Only the last migration is stored. */
const migrationKey = (cluster: Key) => ({ kind: 'databaseMigration', parent: childPath(cluster), id: 'last' }) as const

const isGoingOn = ({ status }: Migration) => status === 'running' || status === 'syncing'

function saveMigration({ store }: AccountContext, cluster: Key, migration: Migration): Migration {
  store.put({ ...migrationKey(cluster), text: JSON.stringify(migration) })
  return migration
}

export const getMigration: Handler<'databases_migration_get'> = (call, { engine }) => {
  const key = databaseKey(call)
  engine.getText(key)
  const migration = engine.find('databaseMigration', migrationKey(key))
  if (!migration) throw notFound()
  return migration
}

export const startMigration: Handler<'databases_migration_start'> = (call, ctx) => {
  const { engine, ids, clock } = ctx
  const key = databaseKey(call)
  const cluster = engine.get('DatabaseCluster', key)
  const { source, ignore_dbs: ignored } = call.body
  checkSource(cluster, source)
  assertOnline(cluster)
  const before = engine.find('databaseMigration', migrationKey(key))
  if (before && isGoingOn(before)) throw conflict(`The migration ${before.id} is ${before.status}. Stop it first.`)
  const migration = saveMigration(ctx, key, { id: ids.uuid('DatabaseMigration'), status: 'running', created_at: clock.timestamp() })
  const database = source.dbname !== '' && !ignored?.includes(source.dbname) ? source.dbname : null
  const copy: Copy = { key, id: migration.id, database, fails: /\.invalid\.?$/i.test(source.host) }
  scheduleIn(ctx, getStateSeconds('DatabaseOnlineMigration', 'running'), 'databases.finishCopy', copy)
  return migration
}

/** @throws Failure 422 */
function checkSource(cluster: Kinds['DatabaseCluster'], { dbname, username }: Source): void {
  const { migration, title, defaultDb, hasUsers } = engineOf(cluster)
  if (migration === null) throw unprocessable(`${title} clusters take no migrations.`)
  if (defaultDb !== null && dbname === '') throw unprocessable(`source.dbname: must be given for ${title}.`)
  if (hasUsers && username === '') throw unprocessable(`source.username: must be given for ${title}.`)
}

interface Copy {
  readonly key: Key<'DatabaseCluster'>
  readonly id: string
  /** Migrated database. */
  readonly database: string | null
  readonly fails: boolean
}

/** Ends the first copy of the data. */
export function finishCopy({ key, id, database, fails }: Copy, ctx: AccountContext): void {
  const { engine } = ctx
  const cluster = engine.find('DatabaseCluster', key)
  const migration = engine.find('databaseMigration', migrationKey(key))
  if (!cluster || migration?.id !== id || migration.status !== 'running') return
  const { migration: end, defaultDb } = engineOf(cluster)
  saveMigration(ctx, key, { ...migration, status: fails || end === null ? 'error' : end })
  if (fails || database === null || defaultDb === null) return
  const parent = childPath(key)
  if (!engine.find('DatabaseDb', { parent, id: database })) engine.create('DatabaseDb', { name: database }, { parent })
  refreshCluster(ctx, key)
}

export const stopMigration: Handler<'databases_migration_stop'> = (call, ctx) => {
  const key = databaseKey(call)
  ctx.engine.getText(key)
  const migration = ctx.engine.find('databaseMigration', migrationKey(key))
  if (migration?.id !== call.path.migration_id) throw notFound()
  if (!isGoingOn(migration)) throw conflict(`The migration has ended already: it is ${migration.status}.`)
  saveMigration(ctx, key, { ...migration, status: 'canceled' })
}
