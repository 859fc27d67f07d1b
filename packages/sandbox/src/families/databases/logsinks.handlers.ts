/** Log sinks of a cluster. */
import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { Kinds } from '../../generated/types.ts'
import { parseSink } from './logsink-config.ts'
import { requireCluster } from './clusters.ts'
import type { Handlers } from '../family.ts'

/** Both under its root key and at the root of the body. */
const answerSink = (sink: Kinds['DatabaseLogsink']) => ({ sink, ...sink })

const create: Handler<'databases_logsinks_create'> = (call, ctx) => {
  const { parent, engine } = requireCluster(call, ctx)
  const { sink_name, sink_type, config } = call.body
  if (sink_type === 'rsyslog' && engine.base === 'mongodb')
    throw unprocessable(`sink_type: log sink not supported; ${engine.title} clusters send no logs to ${sink_type}.`)
  const part = parseSink(sink_type, config)
  // The schema table has no fields for a union, so they are set after the sink is created.
  const { sink_id: id } = ctx.engine.create('DatabaseLogsink', { sink_name, sink_type, config: part.config }, { parent })
  return answerSink(ctx.engine.setFields('DatabaseLogsink', { parent, id }, { sink_name, ...part }))
}

const update: Handler<'databases_logsinks_update'> = (call, ctx) => {
  const { parent } = requireCluster(call, ctx)
  const key = keyOf('DatabaseLogsink', { parent, id: call.path.logsink_id })
  const before = ctx.engine.get('DatabaseLogsink', key)
  ctx.engine.setFields('DatabaseLogsink', key, parseSink(before.sink_type, call.body.config))
}

export const logsinksHandlers = { databases_logsinks_create: create, databases_logsinks_update: update } satisfies Handlers
