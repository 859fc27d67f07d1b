/** Reads a request for a cluster: everything it names must exist and go together before anything is made. */
import type { DatabaseEngineEntry, DatabaseVersionEntry } from '../../catalogue/database-engines.ts'
import { unprocessable } from '../../engine/failure.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { ensureDefaultVpc } from '../../shared/default-vpc.ts'
import { findBackup } from './backups.ts'
import { checkLayout, checkRegion, checkRoom, engineOf, readStorage, sizeOf, versionOf } from './engines.ts'
import { readAutoscale, readDoSettings } from './settings.ts'

export interface ClusterPlan {
  readonly engine: DatabaseEngineEntry
  readonly version: DatabaseVersionEntry
  readonly storage: number
  readonly vpc: Value
  readonly autoscale: Value | undefined
  readonly doSettings: Value
  /** The cluster whose backup it begins as. */
  readonly source: Key | undefined
}

/** @throws Failure 412, 422 */
export function planCluster(world: World, body: Value): ClusterPlan {
  const engine = engineOf(body)
  const version = versionOf(engine, body['version'])
  checkRegion(engine, body['region'])
  checkLayout(engine, String(body['size']), Number(body['num_nodes']))
  checkRoom(body['size'], body['region'])
  const storage = readStorage(sizeOf(body), body['storage_size_mib'])
  return {
    engine,
    version,
    storage,
    vpc: readVpc(world, body['private_network_uuid'], String(body['region'])),
    autoscale: readAutoscale({ storage_autoscale: body['storage_autoscale'], autoscale: body['autoscale'] }),
    doSettings: readDoSettings(body['do_settings']),
    source: isRecord(body['backup_restore']) ? findBackup(world, body['backup_restore'], { engine, version, storage }) : undefined,
  }
}

/** @throws Failure 422 */
export function readVpc(world: World, id: unknown, region: string): Value {
  if (typeof id !== 'string' || id === '') return ensureDefaultVpc(world, region)
  const vpc = world.engine.find({ kind: 'Vpc', id })
  if (!vpc) throw unprocessable(`private_network_uuid: there is no VPC "${id}".`)
  if (vpc['region'] !== region) throw unprocessable(`private_network_uuid: the VPC is in ${String(vpc['region'])}, not in ${region}.`)
  return vpc
}
