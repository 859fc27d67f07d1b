/** Operation of a cluster: trusted sources, maintenance, online migration and metrics. */
import type { Handler } from '../../engine/call.ts'
import { answerPage, parsePage } from '../../engine/pages.ts'
import { childPath } from '../../store/store.ts'
import { refreshCluster } from './cluster-state.ts'
import { databaseKey } from './connection.ts'
import { openGuarded, replaceRules } from './firewall-rules.hooks.ts'
import { installUpdate, updateWindow } from './maintenance.ts'
import { getMetricsCredentials, updateMetricsCredentials } from './metrics.ts'
import { finishCopy, getMigration, startMigration, stopMigration } from './migration.ts'
import type { Handlers, Jobs } from '../family.ts'

const updateRules: Handler<'databases_firewallRules_update'> = (call, ctx) => {
  const guarded = openGuarded(call, ctx)
  const cluster = databaseKey(call)
  replaceRules(ctx, guarded, call.body.rules, cluster.id)
  if (guarded.kind === cluster.kind) refreshCluster(ctx, cluster)
}

const listRules: Handler<'databases_firewallRules_list'> = (call, ctx) => {
  const parent = childPath(openGuarded(call, ctx))
  return answerPage(call, 'rules', ctx.engine.listPage('DatabaseFirewallRule', { parent, order: 'oldest', page: parsePage(call) }))
}

export const operationHandlers = {
  databases_firewallRules_list: listRules,
  databases_firewallRules_update: updateRules,
  databases_updateMaintenanceWindow: updateWindow,
  databases_installUpdate: installUpdate,
  databases_migration_get: getMigration,
  databases_migration_start: startMigration,
  databases_migration_stop: stopMigration,
  databases_metricsCredentials_get: getMetricsCredentials,
  databases_metricsCredentials_update: updateMetricsCredentials,
} satisfies Handlers

export const operationJobs: Jobs = {
  'databases.finishCopy': finishCopy,
}
