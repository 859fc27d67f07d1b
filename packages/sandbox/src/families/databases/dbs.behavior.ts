/** The named databases in a cluster. */
import type { Behavior, Call } from '../../engine/call.ts'
import { conflict, preconditionFailed, unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { refreshCluster } from './cluster-state.ts'
import { type OpenCluster, openClusterOf } from './open-cluster.ts'
import type { FamilyBehavior } from '../family.ts'

const open = (call: Call, world: World) => openClusterOf(['pg', 'mysql', 'mongodb'], 'named databases', call, world)

export function dbKey({ parent }: OpenCluster, name: unknown): Key {
  return { kind: 'DatabaseDb', parent, id: String(name) }
}

const list: Behavior = (call, world) => {
  const { parent } = open(call, world)
  return replyPage(call, 'dbs', world.engine.list({ kind: 'DatabaseDb', parent, page: readPage(call) }))
}

const get: Behavior = (call, world) => ({
  body: JSON.stringify({ db: world.engine.get(dbKey(open(call, world), call.path['database_name'])) }),
})

const create: Behavior = (call, world) => {
  const cluster = open(call, world)
  const { name } = readBody(call)
  if (world.engine.find(dbKey(cluster, name))) throw conflict(`name: the cluster has a database "${String(name)}" already.`)
  const db = world.engine.create('DatabaseDb', { name }, { parent: cluster.parent })
  refreshCluster(world, cluster.key)
  return { body: JSON.stringify({ db }) }
}

const remove: Behavior = (call, world) => {
  const cluster = open(call, world)
  const key = dbKey(cluster, call.path['database_name'])
  const { name } = world.engine.get(key)
  if (name === cluster.engine.defaultDb)
    throw unprocessable(`"${String(name)}" came with the cluster, whose connections lead to it, and cannot be deleted.`)
  const pools = world.engine.all({ kind: 'DatabasePool', parent: cluster.parent, where: [{ field: 'db', equals: String(name) }] })
  if (pools.length > 0) {
    const names = pools.map((pool) => `"${String(pool['name'])}"`).join(', ')
    throw preconditionFailed(`The database cannot be deleted while connection pools lead to it: ${names}. Delete them first.`)
  }
  world.engine.remove(key)
  refreshCluster(world, cluster.key)
  return {}
}

export const databaseDbs: FamilyBehavior = {
  operations: {
    databases_list_dbs: list,
    databases_create_db: create,
    databases_get_db: get,
    databases_delete_db: remove,
  },
}
