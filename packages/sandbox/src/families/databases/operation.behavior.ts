/** Running a cluster: who may connect, when it is maintained, what is copied into it, how it is watched. */
import type { Behavior } from '../../engine/call.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import { under } from '../../store/store.ts'
import { refreshCluster } from './cluster-state.ts'
import { databaseKey } from './connection.ts'
import { replaceRules } from './firewall-rules.ts'
import { announceUpdate, finishUpdate, installUpdate, openWindow, updateWindow } from './maintenance.ts'
import { getMetricsCredentials, updateMetricsCredentials } from './metrics.ts'
import { copied, getMigration, startMigration, stopMigration } from './migration.ts'
import type { FamilyBehavior } from '../family.ts'

const listRules: Behavior = (call, { engine }) => {
  const key = databaseKey(call)
  engine.text(key)
  return replyPage(call, 'rules', engine.list({ kind: 'DatabaseFirewallRule', parent: under(key), page: readPage(call) }))
}

const updateRules: Behavior = (call, world) => {
  const key = databaseKey(call)
  world.engine.text(key)
  replaceRules(world, key, readBody(call)['rules'])
  refreshCluster(world, key)
  return {}
}

export const databaseOperation: FamilyBehavior = {
  operations: {
    databases_list_firewall_rules: listRules,
    databases_update_firewall_rules: updateRules,
    databases_update_maintenance_window: updateWindow,
    databases_install_update: installUpdate,
    databases_get_migration: getMigration,
    databases_start_migration: startMigration,
    databases_stop_migration: stopMigration,
    databases_get_metrics_credentials: getMetricsCredentials,
    databases_update_metrics_credentials: updateMetricsCredentials,
  },
  due: {
    'databases.announceUpdate': announceUpdate,
    'databases.openWindow': openWindow,
    'databases.finishUpdate': finishUpdate,
    'databases.finishCopy': copied,
  },
}
