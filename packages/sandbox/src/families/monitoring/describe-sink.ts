/** Sinks as replies show them: with their destination as that is now, and without clusters that are gone. */
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'

export const destinationKey = (id: unknown): Key => ({ kind: 'MonitoringDestination', id: String(id) })

export interface Resource extends Value {
  readonly urn: string
}

/** Undefined when nothing is left that could send anything. */
export function describeSink({ engine }: World, sink: Value): Value | undefined {
  const { id, destination: kept, resources } = sink
  const key = destinationKey(isRecord(kept) ? kept['id'] : '')
  const destination = engine.find(key)
  // Only `finishSink` writes them.
  const living = (resources as readonly Resource[]).flatMap((resource) => {
    const cluster = findCluster(engine, resource.urn)
    return cluster ? [{ ...resource, name: resource['name'] ?? cluster['name'] }] : []
  })
  if (!destination || living.length === 0) return undefined
  const { credentials } = engine.hidden(key)
  const { id: version, ...config } = destination['config'] as Value
  const shown = { id: version, ...(credentials !== undefined && { credentials }), ...config }
  return { id, destination: { ...destination, config: shown }, resources: living }
}

export const findCluster = (engine: World['engine'], urn: string) =>
  engine.find({ kind: 'KubernetesCluster', id: urn.replace('do:kubernetes:', '') })

/** Newest first. */
export function listSinks(world: World): Value[] {
  return world.engine.all({ kind: 'MonitoringSink', order: 'newest' }).flatMap((sink): Value[] => {
    const described = describeSink(world, sink)
    return described ? [described] : []
  })
}
