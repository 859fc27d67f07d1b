/** Database users of a cluster. */
import type { Handler } from '../../engine/call.ts'
import { refreshCluster, showUser } from './cluster-state.ts'
import { type EngineBase, requireCluster } from './clusters.ts'
import { mergeMysqlSettings, mergeSettings, type UserSettings } from './user-settings.ts'
import { createPassword, storeUser, userAt, requireUserCluster, resetUser } from './users.ts'
import type { Handlers } from '../family.ts'

const create: Handler<'databases_users_create'> = (call, ctx) => {
  const cluster = requireUserCluster(call, ctx)
  const { base } = cluster.engine
  const { name, readonly, settings: requestedSettings, mysql_settings: mysql } = call.body
  const settings = mergeSettings(base, requestedSettings, firstSettings(base, readonly), ctx)
  const fields = { name, role: 'normal', password: createPassword(ctx), settings } as const
  return { user: storeUser(ctx, cluster, { ...fields, mysql_settings: mergeMysqlSettings(base, mysql, undefined) }) }
}

/** `readonly` is the default of the MongoDB role; sent settings take precedence. */
function firstSettings(base: EngineBase, readonly: boolean | undefined): UserSettings | undefined {
  return base === 'mongodb' && readonly ? { mongo_user_settings: { role: 'readOnly' } } : undefined
}

const update: Handler<'databases_users_update'> = (call, ctx) => {
  const cluster = requireUserCluster(call, ctx)
  const at = userAt(cluster, call.path.username)
  const before = ctx.engine.get('DatabaseUser', at)
  const settings = mergeSettings(cluster.engine.base, call.body.settings, before.settings, ctx)
  if (!settings) return { user: showUser(cluster.value, before) }
  const changed = ctx.engine.setFields('DatabaseUser', at, { settings })
  refreshCluster(ctx, cluster.key)
  return { user: showUser(cluster.value, changed) }
}

const reset: Handler<'databases_users_resetAuth'> = (call, ctx) => ({
  user: resetUser(ctx, requireCluster(call, ctx), call.path.username, call.body),
})

export const usersHandlers = {
  databases_users_create: create,
  databases_users_update: update,
  databases_users_resetAuth: reset,
} satisfies Handlers
