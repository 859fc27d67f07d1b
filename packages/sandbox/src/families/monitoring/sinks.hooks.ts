import type { Call } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { findByUrn } from '../../shared/project-urns.ts'
import type { HooksByKind } from '../../engine/hooks.ts'
import type { Kinds } from '../../generated/types.ts'

export type Sink = Kinds['MonitoringSink']

export const findCluster = (engine: AccountContext['engine'], urn: string) =>
  engine.find('KubernetesCluster', urn.replace('do:kubernetes:', ''))

function serializeSink(sink: Sink, { engine }: AccountContext): Sink {
  const destination = engine.get('MonitoringDestination', sink.destination.id)
  const { credentials } = engine.getHidden('MonitoringDestination', destination.id)
  const { id, ...config } = destination.config
  const resources = sink.resources.map((resource) => {
    const name = resource.name ?? findCluster(engine, resource.urn)?.name
    return { ...resource, ...(name !== undefined && { name }) }
  })
  return { id: sink.id, destination: { ...destination, config: { id, ...(credentials && { credentials }), ...config } }, resources }
}

/** Deletes the sinks of a deleted cluster. */
function dropCluster(id: string, { engine }: AccountContext): void {
  for (const { id: sink, resources } of engine.list('MonitoringSink')) {
    const remainingResources = resources.filter(({ urn }) => urn !== `do:kubernetes:${id}`)
    if (remainingResources.length === 0) engine.delete('MonitoringSink', sink)
    else if (remainingResources.length < resources.length) engine.setFields('MonitoringSink', sink, { resources: remainingResources })
  }
}

export const sinksHooks: HooksByKind = {
  MonitoringSink: {
    serialize: (sink, _key, ctx) => serializeSink(sink, ctx),
    listQuery: ({ query: { resource_id: urn } }: Call<'monitoring_sinks_list'>, ctx) => {
      if (urn !== undefined && !findByUrn(ctx, urn)) throw notFound()
      return urn === undefined ? {} : { filter: ({ resources }) => resources.some((each) => each.urn === urn) }
    },
  },
  KubernetesCluster: { afterDelete: ({ id }, _key, ctx) => dropCluster(id, ctx) },
}
