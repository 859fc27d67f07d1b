/** Two settings with an address of their own. The configuration shows the same values. */
import type { Behavior, Call } from '../../engine/call.ts'
import { preconditionFailed, unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { World } from '../../engine/world.ts'
import { changeConfig, readConfig } from './config.ts'
import { findWrongMode } from './config-rules.ts'
import { type OpenCluster, openClusterOf } from './open-cluster.ts'
import type { FamilyBehavior } from '../family.ts'

const openSql = (call: Call, world: World) => openClusterOf(['mysql'], 'SQL modes', call, world, preconditionFailed)

const getModes: Behavior = (call, world) => {
  const { sql_mode } = readConfig(world, openSql(call, world))
  return { body: JSON.stringify({ sql_mode }) }
}

const updateModes: Behavior = (call, world) => {
  const cluster = openSql(call, world)
  const { sql_mode } = readBody(call)
  const wrong = findWrongMode(String(sql_mode))
  if (wrong !== undefined) throw unprocessable(`sql_mode: ${wrong}.`)
  changeConfig(world, cluster, { sql_mode })
  return {}
}

const openCache = (call: Call, world: World) => openClusterOf(['redis', 'valkey'], 'an eviction policy', call, world, preconditionFailed)

const policyOf = ({ engine }: OpenCluster) => `${engine.base}_maxmemory_policy`

/** The configuration may spell it with dashes. */
const getPolicy: Behavior = (call, world) => {
  const cluster = openCache(call, world)
  const policy = String(readConfig(world, cluster)[policyOf(cluster)])
  return { body: JSON.stringify({ eviction_policy: policy.replaceAll('-', '_') }) }
}

/** Redis keeps to the engine's own spelling. */
const updatePolicy: Behavior = (call, world) => {
  const cluster = openCache(call, world)
  const policy = String(readBody(call)['eviction_policy'])
  changeConfig(world, cluster, { [policyOf(cluster)]: cluster.engine.base === 'redis' ? policy.replaceAll('_', '-') : policy })
  return {}
}

export const databaseSqlMode: FamilyBehavior = {
  operations: {
    databases_get_sql_mode: getModes,
    databases_update_sql_mode: updateModes,
    databases_get_eviction_policy: getPolicy,
    databases_update_eviction_policy: updatePolicy,
  },
}
