/** Connection pools of a PostgreSQL cluster. Their connections are derived from the cluster and the user. */
import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import { parseConfig } from './config.ts'
import type { ClusterContext } from './clusters.ts'
import type { Handlers } from '../family.ts'
import { requirePoolCluster, describePool } from './pools.ts'

const create: Handler<'databases_pools_create'> = (call, ctx) => {
  const cluster = requirePoolCluster(call, ctx)
  const { parent } = cluster
  const { name } = call.body
  if (ctx.engine.find('DatabasePool', { parent, id: name })) throw unprocessable('pool name is not available')
  const { connection, private_connection } = cluster.value
  const fields = { name, ...read(ctx, cluster, call.body), connection, private_connection }
  const pool = ctx.engine.create('DatabasePool', fields, { parent })
  return { pool: describePool(ctx, cluster, pool) }
}

const update: Handler<'databases_pools_update'> = (call, ctx) => {
  const cluster = requirePoolCluster(call, ctx)
  const at = { parent: cluster.parent, id: call.path.pool_name }
  const { name } = ctx.engine.get('DatabasePool', at)
  ctx.engine.setFields('DatabasePool', at, { user: undefined, ...read(ctx, cluster, call.body, name) })
}

/** Parses and validates a connection pool. An empty user is absent. @throws Failure 422 */
function read(
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
  const all = parseConfig(ctx, cluster).max_connections ?? 0
  const left = all - others.reduce((sum, pool) => sum + pool.size, 0)
  if (size > left) throw unprocessable(`size: only ${left} of the cluster's ${all} server connections are left.`)
  return { mode, size, db, ...(user && { user }) }
}

export const poolsHandlers = { databases_pools_create: create, databases_pools_update: update } satisfies Handlers
