/** Named databases in a cluster. */
import { unprocessable } from '../../engine/failure.ts'
import { type HooksByKind, type ResourceHooks, oldestFirst } from '../../engine/hooks.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { refreshCluster } from './cluster-state.ts'
import type { InCluster } from './connection.ts'
import { findClusterAbove, requireClusterOf } from './clusters.ts'

const requireSqlCluster = (call: InCluster, ctx: AccountContext) =>
  requireClusterOf(['pg', 'mysql', 'mongodb'], 'named databases', call, ctx)

function refreshAbove(parent: string | undefined, ctx: AccountContext): void {
  const cluster = findClusterAbove(parent, ctx)
  if (cluster) refreshCluster(ctx, cluster.key)
}

const db: ResourceHooks<'DatabaseDb'> = {
  listQuery: oldestFirst,
  beforeAccess: (call, ctx) => void requireSqlCluster(call, ctx),
  afterCreate: (_, { parent }, ctx) => refreshAbove(parent, ctx),
  beforeDelete: ({ name }, { parent }, ctx) => {
    if (name === findClusterAbove(parent, ctx)?.engine.defaultDb)
      throw unprocessable(`"${name}" came with the cluster, whose connections lead to it, and cannot be deleted.`)
  },
  afterDelete: (_, { parent }, ctx) => refreshAbove(parent, ctx),
}

export const dbsHooks: HooksByKind = { DatabaseDb: db }
