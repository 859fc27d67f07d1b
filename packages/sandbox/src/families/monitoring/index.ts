import type { MonitoringHandlers } from '../../generated/handlers.ts'
import { type Family, joinHookTables } from '../family.ts'
import { hooks } from './hooks.ts'
import { appMetrics } from './app-metrics.ts'
import { databaseMetrics } from './database-metrics.ts'
import { dropletErrorMappers, dropletMetrics } from './droplet-metrics.ts'
import { loadBalancerMetrics } from './load-balancer-metrics.ts'
import { poolMetrics } from './pool-metrics.ts'
import { destinationsHooks } from './destinations.hooks.ts'
import { sinksHooks } from './sinks.hooks.ts'
import { sinksHandlers, sinksJobs } from './sinks.handlers.ts'

export { parseRecipients } from './hooks.ts'

export const monitoring: Family<MonitoringHandlers> = {
  handlers: sinksHandlers,
  hooks: joinHookTables(
    hooks,
    appMetrics,
    databaseMetrics,
    dropletMetrics,
    loadBalancerMetrics,
    poolMetrics,
    destinationsHooks,
    sinksHooks,
  ),
  errorMappers: dropletErrorMappers,
  jobs: sinksJobs,
}
