/** Log destinations. Credentials are stored in hidden fields and returned only with a sink. */
import { databaseEngines } from '../../catalog/database-engines.ts'
import type { Handler } from '../../engine/call.ts'
import { notFound, unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import type { Handlers } from '../family.ts'
import type { Destination } from './destinations.ts'

type DestinationRequest = Operations['monitoring_destinations_create']['body'] | Operations['monitoring_destinations_update']['body']

declare module '../../engine/kinds.ts' {
  interface Hidden {
    MonitoringDestination: { credentials?: DestinationRequest['config']['credentials'] }
  }
}

/** @throws Failure 404, 422 */
function parseSettings({ engine, ids }: AccountContext, { name = '', type, config }: DestinationRequest): Omit<Destination, 'id'> {
  const { endpoint, cluster_uuid: cluster, cluster_name: shown, index_name = 'logs', retention_days = 14 } = config
  const rest = { index_name, retention_days }
  if (type === 'opensearch_ext') {
    if (config.credentials === undefined) throw unprocessable('config.credentials: must be given for a cluster outside the platform.')
    return { name, type, config: { id: ids.uuid(), endpoint, ...rest } }
  }
  if (!cluster) throw unprocessable('config.cluster_uuid: must name a database cluster.')
  const found = engine.find('DatabaseCluster', cluster)
  if (!found) throw notFound()
  if (databaseEngines.find(({ slug }) => slug === found.engine)?.base !== 'opensearch')
    throw unprocessable(`config.cluster_uuid: "${found.name}" does not run OpenSearch.`)
  return { name, type, config: { id: ids.uuid(), endpoint, cluster_uuid: cluster, cluster_name: shown || found.name, ...rest } }
}

function keep({ engine }: AccountContext, id: string, settings: Omit<Destination, 'id'>, { config }: DestinationRequest): Destination {
  // Set, not merged with the blank: each type has only its own settings.
  const destination = engine.setFields('MonitoringDestination', id, settings)
  engine.setHidden('MonitoringDestination', id, { credentials: settings.type === 'opensearch_ext' ? config.credentials : undefined })
  return destination
}

const create: Handler<'monitoring_destinations_create'> = ({ body }, ctx) => {
  const settings = parseSettings(ctx, body)
  const { id } = ctx.engine.create('MonitoringDestination', settings)
  return { destination: keep(ctx, id, settings, body) }
}

const replace: Handler<'monitoring_destinations_update'> = ({ path: { destination_uuid: id }, body }, ctx) => {
  ctx.engine.get('MonitoringDestination', id)
  keep(ctx, id, parseSettings(ctx, body), body)
}

export const destinationsHandlers = { monitoring_destinations_create: create, monitoring_destinations_update: replace } satisfies Handlers
