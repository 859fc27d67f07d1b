import type { MonitoringHandlers } from '../../generated/handlers.ts'
import { type Family, joinHookTables } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers } from './handlers.ts'
import { dropletRefusals } from './droplet-metrics.ts'
import { destinationsHooks } from './destinations.hooks.ts'
import { destinationsHandlers } from './destinations.handlers.ts'
import { sinksHooks } from './sinks.hooks.ts'
import { sinksHandlers, sinksJobs } from './sinks.handlers.ts'

export { parseRecipients } from './recipients.ts'

export const monitoring: Family<MonitoringHandlers> = {
  handlers: { ...handlers, ...destinationsHandlers, ...sinksHandlers },
  hooks: joinHookTables(hooks, destinationsHooks, sinksHooks),
  errorMappers: dropletRefusals,
  jobs: sinksJobs,
}
