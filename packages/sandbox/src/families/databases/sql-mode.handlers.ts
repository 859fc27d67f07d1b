/** Two settings with their own endpoints. The configuration shows the same values. */
import type { Handler } from '../../engine/call.ts'
import { preconditionFailed, unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { changeConfig, parseConfig } from './config.ts'
import { findWrongMode } from './config-rules.ts'
import type { InCluster } from './connection.ts'
import { requireClusterOf } from './clusters.ts'
import type { Handlers } from '../family.ts'

const openSql = (call: InCluster, ctx: AccountContext) => requireClusterOf(['mysql'], 'SQL modes', call, ctx, preconditionFailed)

const getModes: Handler<'databases_sqlMode_get'> = (call, ctx) => {
  const { sql_mode = '' } = parseConfig(ctx, openSql(call, ctx))
  return { sql_mode }
}

const updateModes: Handler<'databases_sqlMode_update'> = (call, ctx) => {
  const cluster = openSql(call, ctx)
  const { sql_mode } = call.body
  const invalidMode = findWrongMode(sql_mode)
  if (invalidMode !== undefined) throw unprocessable(`sql_mode: ${invalidMode}.`)
  changeConfig(ctx, cluster, { sql_mode })
}

const openCache = (call: InCluster, ctx: AccountContext) =>
  requireClusterOf(['redis', 'valkey'], 'an eviction policy', call, ctx, preconditionFailed)

/** Spelling of responses and of Redis. */
const policies = [
  ['noeviction', 'noeviction'],
  ['allkeys_lru', 'allkeys-lru'],
  ['allkeys_random', 'allkeys-random'],
  ['volatile_lru', 'volatile-lru'],
  ['volatile_random', 'volatile-random'],
  ['volatile_ttl', 'volatile-ttl'],
] as const

/** The configuration accepts both spellings. */
const getPolicy: Handler<'databases_evictionPolicy_get'> = (call, ctx) => {
  const cluster = openCache(call, ctx)
  const config = parseConfig(ctx, cluster)
  const own = cluster.engine.base === 'redis' ? config.redis_maxmemory_policy : config.valkey_maxmemory_policy
  const [eviction_policy] = policies.find(([shown, stored]) => own === shown || own === stored) ?? policies[0]
  return { eviction_policy }
}

const updatePolicy: Handler<'databases_evictionPolicy_update'> = (call, ctx) => {
  const cluster = openCache(call, ctx)
  const { eviction_policy: policyName } = call.body
  const [shown, stored] = policies.find(([name]) => name === policyName) ?? policies[0]
  changeConfig(ctx, cluster, cluster.engine.base === 'redis' ? { redis_maxmemory_policy: stored } : { valkey_maxmemory_policy: shown })
}

export const sqlModeHandlers = {
  databases_sqlMode_get: getModes,
  databases_sqlMode_update: updateModes,
  databases_evictionPolicy_get: getPolicy,
  databases_evictionPolicy_update: updatePolicy,
} satisfies Handlers
