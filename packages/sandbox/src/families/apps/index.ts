import type { AppsHandlers } from '../../generated/handlers.ts'
import { type Family, joinHookTables } from '../family.ts'
import { hooks } from './hooks.ts'
import { catalog, errorMappers, handlers, jobs } from './handlers.ts'
import { alertsHandlers, alertsHooks } from './alerts.handlers.ts'
import { buildpacksHandlers } from './buildpacks.handlers.ts'
import { databasesHandlers } from './databases.handlers.ts'
import { deploymentsHooks } from './deployments.hooks.ts'
import { deploymentsHandlers } from './deployments.handlers.ts'
import { detectionHandlers } from './detection.handlers.ts'
import { eventsHooks } from './events.hooks.ts'
import { eventsHandlers } from './events.handlers.ts'
import { jobsHooks } from './jobs.hooks.ts'
import { jobsHandlers } from './jobs.handlers.ts'
import { logsHandlers, logsAddresses } from './logs.handlers.ts'
import { metricsHandlers } from './metrics.handlers.ts'
import { rollbacksHandlers } from './rollbacks.handlers.ts'

export const apps: Family<AppsHandlers> = {
  handlers: {
    ...handlers,
    ...alertsHandlers,
    ...buildpacksHandlers,
    ...databasesHandlers,
    ...deploymentsHandlers,
    ...detectionHandlers,
    ...eventsHandlers,
    ...jobsHandlers,
    ...logsHandlers,
    ...metricsHandlers,
    ...rollbacksHandlers,
  },
  hooks: joinHookTables(hooks, alertsHooks, deploymentsHooks, eventsHooks, jobsHooks),
  errorMappers,
  jobs,
  addresses: logsAddresses,
  catalog,
}
