/** What sends its logs where. A sink shows its destination as that is now, and ends with the last of its clusters. */
import type { Behavior, Call } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import { openKey, readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { later } from '../../shared/later.ts'
import { findByUrn } from '../../shared/project-urns.ts'
import { describeSink, destinationKey, findCluster, listSinks, type Resource } from './describe-sink.ts'

const kind = 'MonitoringSink'
const secondsToSetUp = 60

interface SinkDue {
  readonly destination: string
  readonly resources: readonly Resource[]
}

const list: Behavior = (call, world) => {
  const urn = call.query['resource_id']
  if (typeof urn === 'string' && !findByUrn(world, urn)) throw notFound()
  const own = listSinks(world).filter(
    ({ resources }) => urn === undefined || (resources as readonly Resource[]).some((each) => each.urn === urn),
  )
  return replyValues(call, 'sinks', own)
}

/** @throws Failure 404, also when everything that it was for is gone */
function openSink(call: Call, world: World): Value {
  const sink = describeSink(world, world.engine.get(openKey(call, world)))
  if (!sink) throw notFound()
  return sink
}

const get: Behavior = (call, world) => ({ body: JSON.stringify({ sink: openSink(call, world) }) })

const remove: Behavior = (call, world) => {
  openSink(call, world)
  world.engine.remove(openKey(call, world))
  return {}
}

const create: Behavior = (call, world) => {
  // The schema has checked both.
  const { destination_uuid: destination, resources } = readBody(call) as {
    readonly destination_uuid: string
    readonly resources: readonly Resource[]
  }
  world.engine.text(destinationKey(destination))
  for (const { urn } of resources) if (!findCluster(world.engine, urn)) throw notFound()
  const due: SinkDue = { destination, resources }
  later(world, secondsToSetUp, 'monitoring.sink', due)
  return {}
}

/** Nothing comes of it when the destination went meanwhile. */
export function finishSink({ destination, resources }: SinkDue, { engine }: World): void {
  const found = engine.find(destinationKey(destination))
  if (found) engine.create(kind, { destination: found, resources })
}

export const sinks: Readonly<Record<string, Behavior>> = {
  monitoring_list_sinks: list,
  monitoring_get_sink: get,
  monitoring_create_sink: create,
  monitoring_delete_sink: remove,
}
