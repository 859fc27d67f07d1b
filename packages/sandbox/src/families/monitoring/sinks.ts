/** What sends its logs where. A sink shows its destination as that is now, and ends with the last of its clusters. */
import type { Handler, Call } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import type { Family } from '../family.ts'
import { scheduleIn } from '../../shared/schedule-job.ts'
import { findByUrn } from '../../shared/project-urns.ts'

type Sink = Kinds['MonitoringSink']

const secondsToSetUp = 60

interface SinkJob {
  readonly destination: string
  readonly resources: Sink['resources']
}

function show(sink: Sink, { engine }: AccountContext): Sink {
  const destination = engine.get('MonitoringDestination', sink.destination.id)
  const { credentials } = engine.hidden('MonitoringDestination', destination.id)
  const { id, ...config } = destination.config
  const resources = sink.resources.map((resource) => {
    const name = resource.name ?? findCluster(engine, resource.urn)?.name
    return { ...resource, ...(name !== undefined && { name }) }
  })
  return { id: sink.id, destination: { ...destination, config: { id, ...(credentials && { credentials }), ...config } }, resources }
}

const findCluster = (engine: AccountContext['engine'], urn: string) => engine.find('KubernetesCluster', urn.replace('do:kubernetes:', ''))

const create: Handler<'monitoring_sinks_create'> = ({ body: { destination_uuid: destination, resources } }, ctx) => {
  ctx.engine.get('MonitoringDestination', destination)
  for (const { urn } of resources) if (!findCluster(ctx.engine, urn)) throw notFound()
  scheduleIn(ctx, secondsToSetUp, 'monitoring.sink', { destination, resources } satisfies SinkJob)
}

/** Nothing comes of it when the destination or every cluster went meanwhile. */
function finishSink({ destination, resources }: SinkJob, { engine }: AccountContext): void {
  const found = engine.find('MonitoringDestination', destination)
  const living = resources.filter(({ urn }) => findCluster(engine, urn))
  if (found && living.length > 0) engine.add('MonitoringSink', { destination: found, resources: living })
}

/** A cluster that is gone sends nothing. */
function dropCluster(id: string, { engine }: AccountContext): void {
  for (const { id: sink, resources } of engine.all('MonitoringSink')) {
    const living = resources.filter(({ urn }) => urn !== `do:kubernetes:${id}`)
    if (living.length === 0) engine.remove('MonitoringSink', sink)
    else if (living.length < resources.length) engine.change('MonitoringSink', sink, { resources: living })
  }
}

export const sinks: Family = {
  handlers: { monitoring_sinks_create: create },
  kinds: {
    MonitoringSink: {
      serialize: (sink, _key, ctx) => show(sink, ctx),
      keeping: ({ query: { resource_id: urn } }: Call<'monitoring_sinks_list'>, ctx) => {
        if (urn !== undefined && !findByUrn(ctx, urn)) throw notFound()
        return urn === undefined ? undefined : ({ resources }) => resources.some((each) => each.urn === urn)
      },
    },
    KubernetesCluster: { afterDelete: ({ id }, _key, ctx) => dropCluster(id, ctx) },
  },
  jobs: { 'monitoring.sink': finishSink },
}
