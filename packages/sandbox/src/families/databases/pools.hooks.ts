import { type HooksByKind, type ResourceHooks, oldestFirst } from '../../engine/hooks.ts'
import { findClusterAbove } from './clusters.ts'
import { requirePoolCluster, describePool } from './pools.ts'

const pool: ResourceHooks<'DatabasePool'> = {
  listQuery: oldestFirst,
  beforeAccess: (call, ctx) => void requirePoolCluster(call, ctx),
  serialize: (value, { parent }, ctx) => {
    const cluster = findClusterAbove(parent, ctx)
    return cluster ? describePool(ctx, cluster, value) : value
  },
}

export const poolsHooks: HooksByKind = { DatabasePool: pool }
