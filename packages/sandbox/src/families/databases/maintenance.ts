/** Weekly maintenance window of a cluster. No update is ever pending. */
import type { Handler } from '../../engine/call.ts'
import type { Kinds } from '../../generated/types.ts'
import { logEvent } from './cluster-state.ts'
import { databaseKey } from './connection.ts'

export const firstWindow: NonNullable<Kinds['DatabaseCluster']['maintenance_window']> = {
  day: 'sunday',
  hour: '03:00:00',
  pending: false,
  description: [],
}

export const updateWindow: Handler<'databases_updateMaintenanceWindow'> = (call, ctx) => {
  const key = databaseKey(call)
  const { day, hour } = call.body
  const { maintenance_window: window } = ctx.engine.get('DatabaseCluster', key)
  const changed = { ...firstWindow, ...window, day, hour: hour.length === 5 ? `${hour}:00` : hour }
  ctx.engine.setFields('DatabaseCluster', key, { maintenance_window: changed })
  logEvent(ctx, key, 'cluster_update')
}

/** @throws Failure 404 */
export const installUpdate: Handler<'databases_installUpdate'> = (call, { engine }) => void engine.getText(databaseKey(call))
