/** The engine's own settings. */
import type { Behavior } from '../../engine/call.ts'
import { readBody } from '../../engine/serve.ts'
import { writeJson } from '../../engine/values.ts'
import { changeConfig, configOf, readConfig } from './config.ts'
import { openCluster } from './open-cluster.ts'
import type { FamilyBehavior } from '../family.ts'

const get: Behavior = (call, world) => ({ body: writeJson({ config: readConfig(world, openCluster(call, world)) }) })

const update: Behavior = (call, world) => {
  changeConfig(world, openCluster(call, world), configOf(readBody(call)))
  return {}
}

export const databaseConfig: FamilyBehavior = {
  operations: { databases_get_config: get, databases_update_config: update },
}
