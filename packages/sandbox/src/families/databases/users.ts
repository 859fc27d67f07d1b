/** The users of a cluster: named, stored. */
import type { CreateInput, ObjectKey } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { createClientIdentity } from './authority.ts'
import { refreshCluster } from './cluster-state.ts'
import type { OpenCluster } from './clusters.ts'

export function userAt({ parent }: OpenCluster, name: string): ObjectKey<'DatabaseUser'> {
  return { parent, id: name }
}

export function createPassword({ ids }: AccountContext): string {
  return ids.hex(24)
}

/** Stores a user and shows it in its cluster. Gives back all of it, the password too. */
export function storeUser(
  ctx: AccountContext,
  cluster: OpenCluster,
  fields: CreateInput<'DatabaseUser'> & { readonly name: string },
): Kinds['DatabaseUser'] {
  const identity = cluster.engine.base === 'kafka' ? createClientIdentity(cluster.value, fields.name, ctx) : undefined
  const user = { ...fields, access_cert: identity?.certificate, access_key: identity?.key }
  const stored = ctx.engine.create('DatabaseUser', user, { parent: cluster.parent })
  refreshCluster(ctx, cluster.key)
  return stored
}
