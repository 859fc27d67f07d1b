/** Changes of a cluster that take time: resize, migration and upgrade. */
import type { Call } from '../../engine/call.ts'
import { type Changes, keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { planFirstBackup } from './backups.ts'
import { type Cluster, logEvent, refreshCluster } from './cluster-state.ts'
import { databaseKey } from './connection.ts'

type ChangeOperation = 'databases_resize' | 'databases_migrate' | 'databases_upgrade'

/** Starts a change. Its fields are set when it ends: the old nodes serve until then. */
export function startChange(call: Call<ChangeOperation>, { engine }: AccountContext, change: Changes<Cluster>): void {
  const key = databaseKey(call)
  engine.setHidden('DatabaseCluster', key, { change })
  engine.trigger('DatabaseCluster', key, call.operation.id as ChangeOperation)
}

/** Completes the creation or the change of a cluster that becomes online. */
export function finishChange({ id }: Cluster, ctx: AccountContext): void {
  const { engine } = ctx
  const key = keyOf('DatabaseCluster', id)
  const { change } = engine.getHidden('DatabaseCluster', key)
  if (!change) return planFirstBackup(ctx, key)
  engine.setHidden('DatabaseCluster', key, { change: undefined })
  engine.setFields('DatabaseCluster', key, change)
  refreshCluster(ctx, key)
  logEvent(ctx, key, 'cluster_update')
}
