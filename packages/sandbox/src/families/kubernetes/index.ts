import type { KubernetesHandlers } from '../../generated/handlers.ts'
import { type Family, joinHookTables } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers, jobs } from './handlers.ts'
import { accessHandlers } from './access.handlers.ts'
import { destroyHandlers } from './destroy.handlers.ts'
import { diagnosticsHandlers, diagnosticsJobs } from './diagnostics.handlers.ts'
import { nodePoolsHandlers } from './node-pools.handlers.ts'
import { registriesHooks } from './registries.hooks.ts'
import { registriesHandlers } from './registries.handlers.ts'
import { upgradesHandlers, upgradesJobs } from './upgrades.handlers.ts'

export { getCluster, isRunning, listApplications, waitFor } from './clusters.ts'

export const kubernetes: Family<KubernetesHandlers> = {
  handlers: {
    ...handlers,
    ...accessHandlers,
    ...destroyHandlers,
    ...diagnosticsHandlers,
    ...nodePoolsHandlers,
    ...registriesHandlers,
    ...upgradesHandlers,
  },
  hooks: joinHookTables(hooks, registriesHooks),
  jobs: { ...jobs, ...diagnosticsJobs, ...upgradesJobs },
}
