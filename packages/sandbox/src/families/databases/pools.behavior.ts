/** Connection pools in front of a PostgreSQL cluster. Where one is reached follows from its cluster and user, so it is never out of date. */
import type { Behavior, Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { dbKey } from './dbs.behavior.ts'
import { readConfig } from './config.ts'
import { makeConnection } from './connection.ts'
import { type OpenCluster, openClusterOf } from './open-cluster.ts'
import { userAt } from './users.ts'
import type { FamilyBehavior } from '../family.ts'

const open = (call: Call, world: World) =>
  openClusterOf(['pg'], 'connection pools', call, world, () => unprocessable('operation is not supported for this cluster type'))

function poolKey({ parent }: OpenCluster, name: unknown): Key {
  return { kind: 'DatabasePool', parent, id: String(name) }
}

const places = ['connection', 'private_connection', 'standby_connection', 'standby_private_connection'] as const

/** Clients of a pool without a user sign in as themselves; what is shown for them to try is the administrator. */
function describe(world: World, cluster: OpenCluster, { name, mode, size, db, user }: Value): Value {
  const { engine, value } = cluster
  const { password } = world.engine.get('DatabaseUser', userAt(cluster, String(user ?? engine.defaultUser)))
  const connections = places.flatMap((place) => {
    const own = value[place]
    if (!isRecord(own)) return []
    const parts = { engine, host: String(own['host']), user: String(user ?? engine.defaultUser), password: String(password) }
    return [[place, makeConnection({ ...parts, database: String(name), port: engine.poolPort ?? engine.port })]]
  })
  return { name, mode, size, db, ...(user !== undefined && { user }), ...(Object.fromEntries(connections) as Value) }
}

const list: Behavior = (call, world) => {
  const cluster = open(call, world)
  const { texts, total } = world.engine.list({ kind: 'DatabasePool', parent: cluster.parent, page: readPage(call) })
  const pools = (JSON.parse(`[${texts}]`) as Value[]).map((pool) => JSON.stringify(describe(world, cluster, pool)))
  return replyPage(call, 'pools', { texts: pools.join(','), total })
}

const get: Behavior = (call, world) => {
  const cluster = open(call, world)
  return { body: JSON.stringify({ pool: describe(world, cluster, world.engine.get(poolKey(cluster, call.path['pool_name']))) }) }
}

const create: Behavior = (call, world) => {
  const cluster = open(call, world)
  const request = readBody(call)
  const { name } = request
  if (world.engine.find(poolKey(cluster, name))) throw unprocessable('pool name is not available')
  const pool = world.engine.create('DatabasePool', { name, ...read(world, cluster, request) }, { parent: cluster.parent })
  return { body: JSON.stringify({ pool: describe(world, cluster, pool) }) }
}

const update: Behavior = (call, world) => {
  const cluster = open(call, world)
  const key = poolKey(cluster, call.path['pool_name'])
  const { name } = world.engine.get(key)
  world.engine.change(key, { user: undefined, ...read(world, cluster, readBody(call), name) })
  return {}
}

/** What a request says about a pool, checked. An empty user is none. @throws Failure 422 */
function read(world: World, cluster: OpenCluster, { mode, size, db, user }: Value, itself?: unknown): Value {
  if (!world.engine.find(dbKey(cluster, db))) throw unprocessable(`db: the cluster has no database "${String(db)}".`)
  const hasUser = user !== undefined && user !== null && user !== ''
  if (hasUser && !world.engine.find('DatabaseUser', userAt(cluster, String(user))))
    throw unprocessable(`user: the cluster has no user "${String(user)}".`)
  const others = world.engine.all({ kind: 'DatabasePool', parent: cluster.parent }).filter(({ name }) => name !== itself)
  const all = Number(readConfig(world, cluster)['max_connections'])
  const left = all - others.reduce((sum, pool) => sum + Number(pool['size']), 0)
  if (Number(size) > left) throw unprocessable(`size: only ${left} of the cluster's ${all} server connections are left.`)
  return { mode, size, db, ...(hasUser && { user }) }
}

const remove: Behavior = (call, world) => {
  world.engine.remove(poolKey(open(call, world), call.path['pool_name']))
  return {}
}

export const databasePools: FamilyBehavior = {
  operations: {
    databases_list_pools: list,
    databases_create_pool: create,
    databases_get_pool: get,
    databases_update_pool: update,
    databases_delete_pool: remove,
  },
}
