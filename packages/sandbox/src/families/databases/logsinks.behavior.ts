/** Where the logs of a cluster are sent. */
import { isDeepStrictEqual } from 'node:util'
import type { Behavior, Call, Reply } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { keepIndexes } from './indexes.ts'
import { readSinkConfig } from './logsink-config.ts'
import { openCluster } from './open-cluster.ts'
import type { FamilyBehavior } from '../family.ts'

/** Under its root, and once more beside it. */
const replySink = (sink: Value): Reply => ({ body: JSON.stringify({ sink, ...sink }) })

function sinkKey(call: Call, world: World): Key {
  const { parent } = openCluster(call, world)
  return { kind: 'DatabaseLogsink', parent, id: String(call.path['logsink_id']) }
}

const list: Behavior = (call, world) => {
  const { parent } = openCluster(call, world)
  return replyPage(call, 'sinks', world.engine.list({ kind: 'DatabaseLogsink', parent, page: readPage(call) }))
}

const get: Behavior = (call, world) => replySink(world.engine.get(sinkKey(call, world)))

const create: Behavior = (call, world) => {
  const { parent, engine } = openCluster(call, world)
  const { sink_name, sink_type, config } = readBody(call)
  if (sink_type === 'rsyslog' && engine.base === 'mongodb')
    throw unprocessable(`sink_type: ${engine.title} clusters send no logs to rsyslog.`)
  if (world.store.byUnique('DatabaseLogsink', JSON.stringify([sink_name]), parent) !== undefined)
    throw conflict(`sink_name: the cluster has a log sink "${String(sink_name)}" already.`)
  const fields = { sink_name, sink_type, config: readSinkConfig(sink_type, config) }
  // The table of kinds knows no fields of what is one of several shapes, so they are set once the sink is there.
  const { sink_id } = world.engine.create('DatabaseLogsink', {}, { parent, hidden: { since: world.clock.now() } })
  return replySink(world.engine.change({ kind: 'DatabaseLogsink', parent, id: String(sink_id) }, fields))
}

const update: Behavior = (call, world) => {
  const key = sinkKey(call, world)
  const { sink_type, config: before } = world.engine.get(key)
  const config = readSinkConfig(sink_type, readBody(call)['config'])
  if (!isDeepStrictEqual(placeOf(config), placeOf(before as Value))) {
    keepIndexes(world, key)
    world.engine.hide(key, { since: world.clock.now() })
  }
  world.engine.change(key, { config })
  return {}
}

const remove: Behavior = (call, world) => {
  const key = sinkKey(call, world)
  keepIndexes(world, key)
  world.engine.remove(key)
  return {}
}

/** What decides which indexes are filled. */
const placeOf = ({ url, index_prefix }: Value) => ({ url, index_prefix })

export const databaseLogsinks: FamilyBehavior = {
  operations: {
    databases_list_logsinks: list,
    databases_create_logsink: create,
    databases_get_logsink: get,
    databases_update_logsink: update,
    databases_delete_logsink: remove,
  },
}
