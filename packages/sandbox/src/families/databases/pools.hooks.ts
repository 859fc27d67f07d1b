/** Connection pools of a PostgreSQL cluster. Their connections are derived from the cluster and the user. */
import type { Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { parseConfig } from './config.ts'
import { type HooksByKind, type ResourceHooks, oldestFirst } from '../../engine/hooks.ts'
import { type ClusterContext, findClusterAbove, requireClusterOf } from './clusters.ts'
import { type InCluster, createConnection } from './connection.ts'

type Pool = Kinds['DatabasePool']

const requirePoolCluster = (call: InCluster, ctx: AccountContext) =>
  requireClusterOf(['pg'], 'connection pools', call, ctx, () => unprocessable('operation is not supported for this cluster type'))

const connectionFields = ['connection', 'private_connection', 'standby_connection', 'standby_private_connection'] as const

/** Fills the connections of a pool. Without a user, clients sign in as themselves, and the connections show the administrator. */
export function describePool(ctx: AccountContext, { engine, value, parent }: ClusterContext, pool: Pool): Pool {
  const { name, mode, size, db, user, connection, private_connection } = pool
  const described: Pool = { name, mode, size, db, ...(user !== undefined && { user }), connection, private_connection }
  const id = user ?? engine.defaultUser
  // The user may be deleted.
  const { name: login, password = '' } = ctx.engine.find('DatabaseUser', { parent, id }) ?? { name: id }
  for (const field of connectionFields) {
    const own = value[field]
    if (own)
      described[field] = createConnection({
        engine,
        host: own.host,
        user: login,
        password,
        database: name,
        port: engine.poolPort ?? engine.port,
      })
  }
  return described
}

const poolHooks: ResourceHooks<'DatabasePool'> = {
  listQuery: oldestFirst,
  beforeAccess: (call, ctx) => void requirePoolCluster(call, ctx),
  parseCreate: (call: Call<'databases_pools_create'>, ctx) => {
    const cluster = requirePoolCluster(call, ctx)
    const { connection, private_connection } = cluster.value
    return { fields: { name: call.body.name, ...parsePool(ctx, cluster, call.body), connection, private_connection } }
  },
  parseUpdate: (call: Call<'databases_pools_update'>, ctx, { name }) => ({
    set: { user: undefined, ...parsePool(ctx, requirePoolCluster(call, ctx), call.body, name) },
  }),
  serialize: (value, { parent }, ctx) => {
    const cluster = findClusterAbove(parent, ctx)
    return cluster ? describePool(ctx, cluster, value) : value
  },
}

/** Parses and validates a connection pool. An empty user is absent. @throws Failure 422 */
function parsePool(
  ctx: AccountContext,
  cluster: ClusterContext,
  { mode, size, db, user }: Operations['databases_pools_update']['body'],
  itself?: string,
) {
  const { engine } = ctx
  const { parent } = cluster
  if (!engine.find('DatabaseDb', { parent, id: db })) throw unprocessable(`db: the cluster has no database "${db}".`)
  if (user && !engine.find('DatabaseUser', { parent, id: user })) throw unprocessable(`user: the cluster has no user "${user}".`)
  const others = engine.list('DatabasePool', { parent }).filter(({ name }) => name !== itself)
  const maxConnections = parseConfig(ctx, cluster).max_connections ?? 0
  const left = maxConnections - others.reduce((sum, pool) => sum + pool.size, 0)
  if (size > left) throw unprocessable(`size: only ${left} of the cluster's ${maxConnections} server connections are left.`)
  return { mode, size, db, ...(user && { user }) }
}

export const poolsHooks: HooksByKind = { DatabasePool: poolHooks }
