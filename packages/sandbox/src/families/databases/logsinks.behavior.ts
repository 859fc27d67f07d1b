/** Where the logs of a cluster are sent. */
import { isDeepStrictEqual } from 'node:util'
import type { Behavior } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { Kinds } from '../../generated/types.ts'
import { keepIndexes } from './indexes.ts'
import { readSink, type SinkPart } from './logsink-config.ts'
import { openCluster } from './open-cluster.ts'
import type { FamilyBehavior } from '../family.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** Since when it has sent logs to where it sends them now. */
    DatabaseLogsink: { since: number }
  }
}

/** Under its root, and once more beside it. */
const answerSink = (sink: Kinds['DatabaseLogsink']) => ({ sink, ...sink })

const create: Behavior<'databases_logsinks_create'> = (call, world) => {
  const { parent, engine } = openCluster(call, world)
  const { sink_name, sink_type, config } = call.body
  if (sink_type === 'rsyslog' && engine.base === 'mongodb')
    throw unprocessable(`sink_type: log sink not supported; ${engine.title} clusters send no logs to ${sink_type}.`)
  if (world.engine.findUnique('DatabaseLogsink', [sink_name], parent))
    throw conflict(`sink_name: the cluster has a log sink "${sink_name}" already.`)
  const part = readSink(sink_type, config)
  // The table of kinds knows no fields of what is one of several shapes, so they are set once the sink is there.
  const { sink_id: id } = world.engine.add('DatabaseLogsink', {}, { parent, hidden: { since: world.clock.now() } })
  return answerSink(world.engine.change('DatabaseLogsink', { parent, id }, { sink_name, ...part }))
}

const update: Behavior<'databases_logsinks_update'> = (call, world) => {
  const { parent } = openCluster(call, world)
  const key = keyOf('DatabaseLogsink', { parent, id: call.path.logsink_id })
  const before = world.engine.get('DatabaseLogsink', key)
  const part = readSink(before.sink_type, call.body.config)
  if (!isDeepStrictEqual(placeOf(part), placeOf(before))) {
    keepIndexes(world, key)
    world.engine.hide('DatabaseLogsink', key, { since: world.clock.now() })
  }
  world.engine.change('DatabaseLogsink', key, part)
}

/** What decides which indexes are filled. */
function placeOf({ config }: SinkPart) {
  return 'url' in config ? { url: config.url, index_prefix: config.index_prefix } : {}
}

export const databaseLogsinks: FamilyBehavior = {
  behaviors: { databases_logsinks_create: create, databases_logsinks_update: update },
  kinds: {
    DatabaseLogsink: {
      order: 'oldest',
      beside: { databases_logsinks_get: (sink) => sink },
      removing: (_, key, world) => keepIndexes(world, key),
    },
  },
}
