/** Database users of a cluster. */
import type { Handler, Call } from '../../engine/call.ts'
import type { UntypedCall } from '../../engine/request.ts'
import { conflict, notFound } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { createClientIdentity } from './authority.ts'
import { refreshCluster, showUser } from './cluster-state.ts'
import { type EngineBase, type OpenCluster, openCluster, openClusterOf } from './clusters.ts'
import { mergeMysqlSettings, mergeSettings, type UserSettings } from './user-settings.ts'
import { createPassword, storeUser, userAt } from './users.ts'
import type { Handlers } from '../family.ts'

const withUsers: readonly EngineBase[] = ['pg', 'mysql', 'mongodb', 'kafka', 'opensearch']

export const open = (call: UntypedCall, ctx: AccountContext) => openClusterOf(withUsers, 'users of their own', call, ctx)

const create: Handler<'databases_users_create'> = (call, ctx) => {
  const cluster = open(call, ctx)
  const { base } = cluster.engine
  const { name, readonly, settings: asked, mysql_settings: mysql } = call.body
  if (ctx.engine.find('DatabaseUser', userAt(cluster, name))) throw conflict(`name: the cluster has a user "${name}" already.`)
  const settings = mergeSettings(base, asked, firstSettings(base, readonly), ctx)
  const fields = { name, role: 'normal', password: createPassword(ctx), settings } as const
  return { user: storeUser(ctx, cluster, { ...fields, mysql_settings: mergeMysqlSettings(base, mysql, undefined) }) }
}

/** `readonly` is a first value for what MongoDB calls a role; settings that are sent come before it. */
function firstSettings(base: EngineBase, readonly: boolean | undefined): UserSettings | undefined {
  return base === 'mongodb' && readonly ? { mongo_user_settings: { role: 'readOnly' } } : undefined
}

const update: Handler<'databases_users_update'> = (call, ctx) => {
  const cluster = open(call, ctx)
  const at = userAt(cluster, call.path.username)
  const before = ctx.engine.get('DatabaseUser', at)
  const settings = mergeSettings(cluster.engine.base, call.body.settings, before.settings, ctx)
  if (!settings) return { user: showUser(cluster.value, before) }
  const changed = ctx.engine.setFields('DatabaseUser', at, { settings })
  refreshCluster(ctx, cluster.key)
  return { user: showUser(cluster.value, changed) }
}

type Reset = Call<'databases_users_resetAuth'>['body']

const reset: Handler<'databases_users_resetAuth'> = (call, ctx) => ({
  user: resetUser(ctx, openCluster(call, ctx), call.path.username, call.body),
})

/** Sets a new password. @throws Failure 404 */
export function resetUser(ctx: AccountContext, cluster: OpenCluster, name: string, asked?: Reset): Kinds['DatabaseUser'] {
  if (!cluster.engine.hasUsers) return resetOnlyUser(ctx, cluster, name, asked)
  const { base } = cluster.engine
  const at = userAt(cluster, name)
  const before = ctx.engine.get('DatabaseUser', at)
  const mysql = mergeMysqlSettings(base, asked?.mysql_settings, before.mysql_settings)
  const settings = mergeSettings(base, asked?.settings, before.settings, ctx)
  const identity = base === 'kafka' ? createClientIdentity(cluster.value, before.name, ctx) : undefined
  const user = ctx.engine.setFields('DatabaseUser', at, {
    password: createPassword(ctx),
    ...(mysql && { mysql_settings: mysql }),
    ...(settings && { settings }),
    ...(identity && { access_cert: identity.certificate, access_key: identity.key }),
  })
  refreshCluster(ctx, cluster.key)
  return user
}

/** Redis and Valkey clusters show no users, but the one they come with can be given a new password. */
function resetOnlyUser(ctx: AccountContext, cluster: OpenCluster, name: string, asked?: Reset): Kinds['DatabaseUser'] {
  const { base, defaultUser } = cluster.engine
  if (name !== defaultUser) throw notFound()
  mergeMysqlSettings(base, asked?.mysql_settings, undefined)
  const password = createPassword(ctx)
  ctx.engine.setHidden('DatabaseCluster', cluster.key, { password })
  refreshCluster(ctx, cluster.key)
  return { name: defaultUser, role: 'primary', password }
}

export const usersHandlers = {
  databases_users_create: create,
  databases_users_update: update,
  databases_users_resetAuth: reset,
} satisfies Handlers
