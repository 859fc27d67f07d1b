/** Who can sign in to the databases of a cluster. */
import type { Behavior, Call, Reply } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { makeClientIdentity } from './authority.ts'
import { refreshCluster } from './cluster-state.ts'
import { type EngineBase, type OpenCluster, openCluster, openClusterOf } from './open-cluster.ts'
import { mergeMysqlSettings, mergeSettings } from './user-settings.ts'
import { makePassword, readUser, storeUser, userKey } from './users.ts'
import type { FamilyBehavior } from '../family.ts'

const withUsers: readonly EngineBase[] = ['pg', 'mysql', 'mongodb', 'kafka', 'opensearch']

const open = (call: Call, world: World) => openClusterOf(withUsers, 'users of their own', call, world)

const replyUser = (user: Value): Reply => ({ body: JSON.stringify({ user }) })

const list: Behavior = (call, world) => {
  const cluster = open(call, world)
  const { texts, total } = world.engine.list({ kind: 'DatabaseUser', parent: cluster.parent, page: readPage(call) })
  const users = (JSON.parse(`[${texts}]`) as Value[]).map((user) => JSON.stringify(readUser(cluster, user)))
  return replyPage(call, 'users', { texts: users.join(','), total })
}

const get: Behavior = (call, world) => {
  const cluster = open(call, world)
  return replyUser(readUser(cluster, world.engine.get(userKey(cluster, call.path['username']))))
}

const create: Behavior = (call, world) => {
  const cluster = open(call, world)
  const { base } = cluster.engine
  const { name, readonly, settings: asked, mysql_settings: mysql } = readBody(call)
  if (world.engine.find(userKey(cluster, name))) throw conflict(`name: the cluster has a user "${String(name)}" already.`)
  const settings = mergeSettings(base, asked, firstSettings(base, readonly), world)
  const fields = { name, role: 'normal', password: makePassword(world), settings }
  return replyUser(storeUser(world, cluster, { ...fields, mysql_settings: mergeMysqlSettings(base, mysql, undefined) }))
}

/** `readonly` is a first value for what MongoDB calls a role; settings that are sent come before it. */
function firstSettings(base: EngineBase, readonly: unknown): Value | undefined {
  return base === 'mongodb' && readonly === true ? { mongo_user_settings: { role: 'readOnly' } } : undefined
}

const update: Behavior = (call, world) => {
  const cluster = open(call, world)
  const key = userKey(cluster, call.path['username'])
  const user = world.engine.get(key)
  const { settings: asked } = readBody(call)
  const settings = mergeSettings(cluster.engine.base, asked, user['settings'] as Value | undefined, world)
  if (!settings) return replyUser(readUser(cluster, user))
  const changed = world.engine.change(key, { settings })
  refreshCluster(world, cluster.key)
  return replyUser(readUser(cluster, changed))
}

const remove: Behavior = (call, world) => {
  const cluster = open(call, world)
  const key = userKey(cluster, call.path['username'])
  const { name, role } = world.engine.get(key)
  if (role === 'primary') throw unprocessable(`"${String(name)}" is the administrator that came with the cluster and cannot be deleted.`)
  const pools = world.engine.all({ kind: 'DatabasePool', parent: cluster.parent, where: [{ field: 'user', equals: String(name) }] })
  if (pools.length > 0) {
    const names = pools.map((pool) => `"${String(pool['name'])}"`).join(', ')
    throw unprocessable(`The user cannot be deleted while connection pools work as it: ${names}. Change or delete them first.`)
  }
  world.engine.remove(key)
  refreshCluster(world, cluster.key)
  return {}
}

const reset: Behavior = (call, world) => {
  const cluster = openCluster(call, world)
  if (!cluster.engine.hasUsers) return resetOnlyUser(call, world, cluster)
  const { base } = cluster.engine
  const key = userKey(cluster, call.path['username'])
  const user = world.engine.get(key)
  const name = String(user['name'])
  const { mysql_settings: asked, settings: granted } = readBody(call)
  const mysql = mergeMysqlSettings(base, asked, user['mysql_settings'])
  const settings = mergeSettings(base, granted, user['settings'] as Value | undefined, world)
  const identity = base === 'kafka' ? makeClientIdentity(cluster.value, name, world) : undefined
  const password = makePassword(world)
  const changed = world.engine.change(key, {
    password,
    ...(mysql && { mysql_settings: mysql }),
    ...(settings && { settings }),
    ...(identity && { access_cert: identity.certificate, access_key: identity.key }),
  })
  refreshCluster(world, cluster.key)
  return replyUser(changed)
}

/** Redis and Valkey clusters show no users, but the one they come with can be given a new password. */
function resetOnlyUser(call: Call, world: World, cluster: OpenCluster): Reply {
  const { base, defaultUser } = cluster.engine
  if (call.path['username'] !== defaultUser) throw notFound()
  mergeMysqlSettings(base, readBody(call)['mysql_settings'], undefined)
  const password = makePassword(world)
  world.engine.hide(cluster.key, { password })
  refreshCluster(world, cluster.key)
  return replyUser({ name: defaultUser, role: 'primary', password })
}

export const databaseUsers: FamilyBehavior = {
  operations: {
    databases_list_users: list,
    databases_create_user: create,
    databases_get_user: get,
    databases_update_user: update,
    databases_delete_user: remove,
    databases_reset_user_auth: reset,
  },
}
