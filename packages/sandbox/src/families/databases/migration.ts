/** Bringing in the data of a database that runs elsewhere. No source is ever contacted; one under `.invalid` cannot be reached. */
import type { Behavior } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { later } from '../../shared/later.ts'
import { assertOnline, refreshCluster } from './cluster-state.ts'
import { databaseKey } from './connection.ts'
import { engineOf } from './engines.ts'

const seconds = 30

/** The last one is all that is kept. */
const migrationKey = (cluster: Key): Key => ({ kind: 'databaseMigration', parent: under(cluster), id: 'last' })

const isGoingOn = ({ status }: Value) => status === 'running' || status === 'syncing'

export const getMigration: Behavior = (call, { engine, store }) => {
  const key = databaseKey(call)
  engine.text(key)
  const body = store.text(migrationKey(key))
  if (body === undefined) throw notFound()
  return { body }
}

export const startMigration: Behavior = (call, world) => {
  const { engine, store, ids, clock } = world
  const key = databaseKey(call)
  const cluster = engine.get(key)
  const { source, ignore_dbs: ignored } = readBody(call) as { readonly source: Value; readonly ignore_dbs?: readonly string[] | null }
  checkSource(cluster, source)
  assertOnline(cluster)
  const before = engine.find(migrationKey(key))
  if (before && isGoingOn(before)) throw conflict(`The migration ${String(before['id'])} is ${String(before['status'])}. Stop it first.`)
  const migration = { id: ids.uuid(), status: 'running', created_at: clock.stamp() }
  const body = JSON.stringify(migration)
  store.put({ ...migrationKey(key), text: body })
  const takes = source['dbname'] !== '' && !ignored?.includes(String(source['dbname']))
  const copy: Copy = {
    key,
    id: migration.id,
    database: takes ? String(source['dbname']) : null,
    fails: /\.invalid\.?$/i.test(String(source['host'])),
  }
  later(world, seconds, 'databases.finishCopy', copy)
  return { body }
}

/** @throws Failure 422 */
function checkSource(cluster: Value, source: Value): void {
  const { migration, title, defaultDb, hasUsers } = engineOf(cluster)
  if (migration === null) throw unprocessable(`${title} clusters take no migrations.`)
  if (defaultDb !== null && source['dbname'] === '') throw unprocessable(`source.dbname: must be given for ${title}.`)
  if (hasUsers && source['username'] === '') throw unprocessable(`source.username: must be given for ${title}.`)
}

interface Copy {
  readonly key: Key
  readonly id: string
  /** The database that came along. */
  readonly database: string | null
  readonly fails: boolean
}

/** Everything has been copied once. */
export function copied({ key, id, database, fails }: Copy, world: World): void {
  const { engine, store } = world
  const cluster = engine.find(key)
  const migration = engine.find(migrationKey(key))
  if (!cluster || migration?.['id'] !== id || migration['status'] !== 'running') return
  const { migration: end, defaultDb } = engineOf(cluster)
  store.put({ ...migrationKey(key), text: JSON.stringify({ ...migration, status: fails ? 'error' : end }) })
  if (fails || database === null || defaultDb === null) return
  const parent = under(key)
  if (!engine.find({ kind: 'DatabaseDb', parent, id: database })) engine.create('DatabaseDb', { name: database }, { parent })
  refreshCluster(world, key)
}

export const stopMigration: Behavior = (call, { engine, store }) => {
  const key = databaseKey(call)
  engine.text(key)
  const migration = engine.find(migrationKey(key))
  if (!migration || migration['id'] !== call.path['migration_id']) throw notFound()
  if (!isGoingOn(migration)) throw conflict(`The migration has ended already: it is ${String(migration['status'])}.`)
  store.put({ ...migrationKey(key), text: JSON.stringify({ ...migration, status: 'canceled' }) })
  return {}
}
