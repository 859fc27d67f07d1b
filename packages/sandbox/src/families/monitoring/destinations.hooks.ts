/** Log destinations. Credentials are stored in hidden fields and returned only with a sink. */
import { databaseEngines } from '../../catalog/database-engines.ts'
import type { Call } from '../../engine/call.ts'
import { notFound, unprocessable } from '../../engine/failure.ts'
import type { HiddenOf } from '../../engine/kinds.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

type Destination = Kinds['MonitoringDestination']

type DestinationRequest = Operations['monitoring_destinations_create']['body'] | Operations['monitoring_destinations_update']['body']

declare module '../../engine/kinds.ts' {
  interface Hidden {
    MonitoringDestination: { credentials?: DestinationRequest['config']['credentials'] }
  }
}

/** @throws Failure 404, 422 */
function parseSettings({ engine, ids }: AccountContext, { name = '', type, config }: DestinationRequest): Omit<Destination, 'id'> {
  const { endpoint, cluster_uuid: cluster, cluster_name: displayName, index_name = 'logs', retention_days = 14 } = config
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
  return { name, type, config: { id: ids.uuid(), endpoint, cluster_uuid: cluster, cluster_name: displayName || found.name, ...rest } }
}

function parseHidden({ type, config }: DestinationRequest): HiddenOf<'MonitoringDestination'> {
  return { credentials: type === 'opensearch_ext' ? config.credentials : undefined }
}

export const destinationsHooks: HooksByKind = {
  MonitoringDestination: {
    // Set, not merged with the blank: each type has only its own settings.
    parseCreate: ({ body }: Call<'monitoring_destinations_create'>, ctx) => {
      const settings = parseSettings(ctx, body)
      return { fields: settings, set: settings, hidden: parseHidden(body) }
    },
    parseUpdate: ({ body }: Call<'monitoring_destinations_update'>, ctx, _before, { id }) => {
      const settings = parseSettings(ctx, body)
      ctx.engine.setHidden('MonitoringDestination', id, parseHidden(body))
      return { set: settings }
    },
  },
}
