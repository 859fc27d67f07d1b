/** Running a cluster: who may connect, when it is maintained, what is copied into it, how it is watched. */
import type { Behavior } from '../../engine/call.ts'
import { refreshCluster } from './cluster-state.ts'
import { databaseKey } from './connection.ts'
import { replaceRules } from './firewall-rules.ts'
import { announceUpdate, finishUpdate, installUpdate, openWindow, updateWindow } from './maintenance.ts'
import { getMetricsCredentials, updateMetricsCredentials } from './metrics.ts'
import { finishCopy, getMigration, startMigration, stopMigration } from './migration.ts'
import type { FamilyBehavior } from '../family.ts'

const updateRules: Behavior<'databases_update_firewall_rules'> = (call, world) => {
  const key = databaseKey(call)
  world.engine.text(key)
  replaceRules(world, key, call.body.rules)
  refreshCluster(world, key)
}

export const databaseOperation: FamilyBehavior = {
  behaviors: {
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
    'databases.finishCopy': finishCopy,
  },
}
