/** Validates a request for a cluster: everything it names must exist and be compatible. */
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import { findVpcOrDefault } from '../../shared/default-vpc.ts'
import { findBackup } from './backups.ts'
import { checkLayout, checkRegion, checkRoom, engineOf, parseStorage, sizeOf, versionOf } from './engines.ts'
import { findAutoscale, parseDoSettings } from './settings.ts'

/** @throws Failure 412, 422 */
export function planCluster(ctx: AccountContext, body: Operations['databases_create']['body']) {
  const { region, num_nodes, storage_size_mib, private_network_uuid, storage_autoscale, autoscale, do_settings, backup_restore } = body
  const engine = engineOf(body)
  const size = body.size.toLowerCase()
  const version = versionOf(engine, body.version)
  checkRegion(engine, region)
  checkLayout(engine, size, num_nodes)
  checkRoom(size, region)
  const storage = parseStorage(sizeOf(size), storage_size_mib)
  return {
    engine,
    size,
    version,
    storage,
    vpc: findVpcOrDefault(ctx, private_network_uuid, region).id,
    autoscale: findAutoscale({ storage_autoscale, autoscale }),
    doSettings: parseDoSettings(do_settings),
    /** Cluster and backup to restore. */
    source: backup_restore && findBackup(ctx, backup_restore, { engine, version, storage }),
  }
}
