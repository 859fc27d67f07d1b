/** Log sinks. A sink shows the present state of its destination, and is deleted with the last of its clusters. */
import type { Handler } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { scheduleIn } from '../../shared/schedule-job.ts'
import type { Handlers, Jobs } from '../family.ts'
import { type Sink, findCluster } from './sinks.hooks.ts'

const secondsToSetUp = 60

interface SinkJob {
  readonly destination: string
  readonly resources: Sink['resources']
}

const create: Handler<'monitoring_sinks_create'> = ({ body: { destination_uuid: destination, resources } }, ctx) => {
  ctx.engine.get('MonitoringDestination', destination)
  for (const { urn } of resources) if (!findCluster(ctx.engine, urn)) throw notFound()
  scheduleIn(ctx, secondsToSetUp, 'monitoring.sink', { destination, resources } satisfies SinkJob)
}

/** Creates nothing if the destination or every cluster was deleted meanwhile. */
function finishSink({ destination, resources }: SinkJob, { engine }: AccountContext): void {
  const found = engine.find('MonitoringDestination', destination)
  const existingResources = resources.filter(({ urn }) => findCluster(engine, urn))
  if (found && existingResources.length > 0) engine.create('MonitoringSink', { destination: found, resources: existingResources })
}

export const sinksHandlers = { monitoring_sinks_create: create } satisfies Handlers

export const sinksJobs: Jobs = { 'monitoring.sink': finishSink }
