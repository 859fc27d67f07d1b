/** Stored users of a cluster. */
import type { CreateInput, ObjectKey } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { createClientIdentity } from './authority.ts'
import { refreshCluster } from './cluster-state.ts'
import { type ClusterContext, type EngineBase, requireClusterOf } from './clusters.ts'
import type { Call } from '../../engine/call.ts'
import type { UntypedCall } from '../../engine/request.ts'
import { notFound } from '../../engine/failure.ts'
import { mergeMysqlSettings, mergeSettings } from './user-settings.ts'

export function userAt({ parent }: ClusterContext, name: string): ObjectKey<'DatabaseUser'> {
  return { parent, id: name }
}

export function createPassword({ ids }: AccountContext): string {
  return ids.hex(24)
}

/** Stores a user and updates the cluster. Returns the user with its password. */
export function storeUser(
  ctx: AccountContext,
  cluster: ClusterContext,
  fields: CreateInput<'DatabaseUser'> & { readonly name: string },
): Kinds['DatabaseUser'] {
  const identity = cluster.engine.base === 'kafka' ? createClientIdentity(cluster.value, fields.name, ctx) : undefined
  const user = { ...fields, access_cert: identity?.certificate, access_key: identity?.key }
  const stored = ctx.engine.create('DatabaseUser', user, { parent: cluster.parent })
  refreshCluster(ctx, cluster.key)
  return stored
}

const withUsers: readonly EngineBase[] = ['pg', 'mysql', 'mongodb', 'kafka', 'opensearch']

export const requireUserCluster = (call: UntypedCall, ctx: AccountContext) => requireClusterOf(withUsers, 'users of their own', call, ctx)

type Reset = Call<'databases_users_resetAuth'>['body']

/** Sets a new password. @throws Failure 404 */
export function resetUser(ctx: AccountContext, cluster: ClusterContext, name: string, request?: Reset): Kinds['DatabaseUser'] {
  if (!cluster.engine.hasUsers) return resetOnlyUser(ctx, cluster, name, request)
  const { base } = cluster.engine
  const at = userAt(cluster, name)
  const before = ctx.engine.get('DatabaseUser', at)
  const mysql = mergeMysqlSettings(base, request?.mysql_settings, before.mysql_settings)
  const settings = mergeSettings(base, request?.settings, before.settings, ctx)
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

/** Resets the password of the only user of a Redis or Valkey cluster, which lists no users. */
function resetOnlyUser(ctx: AccountContext, cluster: ClusterContext, name: string, request?: Reset): Kinds['DatabaseUser'] {
  const { base, defaultUser } = cluster.engine
  if (name !== defaultUser) throw notFound()
  mergeMysqlSettings(base, request?.mysql_settings, undefined)
  const password = createPassword(ctx)
  ctx.engine.setHidden('DatabaseCluster', cluster.key, { password })
  refreshCluster(ctx, cluster.key)
  return { name: defaultUser, role: 'primary', password }
}
