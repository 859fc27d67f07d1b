import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { type InCluster, createConnection } from './connection.ts'
import { type ClusterContext, requireClusterOf } from './clusters.ts'

type Pool = Kinds['DatabasePool']

export const requirePoolCluster = (call: InCluster, ctx: AccountContext) =>
  requireClusterOf(['pg'], 'connection pools', call, ctx, () => unprocessable('operation is not supported for this cluster type'))

const places = ['connection', 'private_connection', 'standby_connection', 'standby_private_connection'] as const

/** Fills the connections of a pool. Without a user, clients sign in as themselves, and the connections show the administrator. */
export function describePool(ctx: AccountContext, { engine, value, parent }: ClusterContext, pool: Pool): Pool {
  const { name, mode, size, db, user, connection, private_connection } = pool
  const shown: Pool = { name, mode, size, db, ...(user !== undefined && { user }), connection, private_connection }
  const id = user ?? engine.defaultUser
  // The user may be deleted.
  const { name: login, password = '' } = ctx.engine.find('DatabaseUser', { parent, id }) ?? { name: id }
  for (const place of places) {
    const own = value[place]
    if (own)
      shown[place] = createConnection({
        engine,
        host: own.host,
        user: login,
        password,
        database: name,
        port: engine.poolPort ?? engine.port,
      })
  }
  return shown
}
