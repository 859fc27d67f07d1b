import type { DatabasesHandlers } from '../../generated/handlers.ts'
import { type Family, joinHookTables } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers, jobs } from './handlers.ts'
import { firewallRulesHooks } from './firewall-rules.hooks.ts'
import { configHandlers } from './config.handlers.ts'
import { dbsHooks } from './dbs.hooks.ts'
import { indexesHooks } from './indexes.hooks.ts'
import { logsinksHooks } from './logsinks.hooks.ts'
import { logsinksHandlers } from './logsinks.handlers.ts'
import { operationHandlers, operationJobs } from './operation.handlers.ts'
import { poolsHooks } from './pools.hooks.ts'
import { replicasHooks } from './replicas.hooks.ts'
import { replicasHandlers } from './replicas.handlers.ts'
import { schemaRegistryHooks } from './schema-registry.hooks.ts'
import { schemaRegistryHandlers } from './schema-registry.handlers.ts'
import { sqlModeHandlers } from './sql-mode.handlers.ts'
import { topicsHooks } from './topics.hooks.ts'
import { usersHooks } from './users.hooks.ts'
import { usersHandlers } from './users.handlers.ts'

export { createCluster } from './handlers.ts'
export {
  connectAs,
  connectPools,
  type DatabaseConnection,
  createDevelopmentConnection,
  resetPassword,
  isTrustedSource,
  addTrustedApp,
} from './components.ts'
export { engineOf } from './engines.ts'

export const databases: Family<DatabasesHandlers> = {
  handlers: {
    ...handlers,
    ...configHandlers,
    ...logsinksHandlers,
    ...operationHandlers,
    ...replicasHandlers,
    ...schemaRegistryHandlers,
    ...sqlModeHandlers,
    ...usersHandlers,
  },
  hooks: joinHookTables(
    hooks,
    firewallRulesHooks,
    dbsHooks,
    indexesHooks,
    logsinksHooks,
    poolsHooks,
    replicasHooks,
    schemaRegistryHooks,
    topicsHooks,
    usersHooks,
  ),
  jobs: { ...jobs, ...operationJobs },
}
