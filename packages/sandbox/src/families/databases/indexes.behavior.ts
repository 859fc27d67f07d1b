/** The indexes of an OpenSearch cluster: looked over and deleted, never made, by the platform. */
import type { Behavior, Call } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import type { World } from '../../engine/world.ts'
import { deleteIndex, listIndexes } from './indexes.ts'
import { openClusterOf } from './open-cluster.ts'
import type { FamilyBehavior } from '../family.ts'

const open = (call: Call, world: World) => openClusterOf(['opensearch'], 'indexes', call, world)

const list: Behavior = (call, world) => replyValues(call, 'indexes', listIndexes(world, open(call, world)))

const remove: Behavior = (call, world) => {
  const cluster = open(call, world)
  const name = String(call.path['index_name'])
  if (!listIndexes(world, cluster).some(({ index_name }) => index_name === name)) throw notFound()
  deleteIndex(world, cluster, name)
  return {}
}

export const databaseIndexes: FamilyBehavior = {
  operations: { databases_list_indexes: list, databases_delete_index: remove },
}
