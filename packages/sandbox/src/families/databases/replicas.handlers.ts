/** Read-only replicas of a cluster, which can be promoted to clusters. */
import type { Handler } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { Kinds } from '../../generated/types.ts'
import { assertBackedUp, planBackup, planFirstBackup } from './backups.ts'
import { assertOnline, logEvent, createBothConnections, refreshCluster } from './cluster-state.ts'
import { copyContent } from './content.ts'
import { checkLayout, checkRegion, checkRoom, sizeOf } from './engines.ts'
import { copyRules } from './firewall-rules.hooks.ts'
import { firstWindow } from './maintenance.ts'
import { requireCluster } from './clusters.ts'
import { findVpcOrDefault } from '../../shared/default-vpc.ts'
import { parseDoSettings } from './settings.ts'
import { assignToProject } from '../../shared/project-urns.ts'
import { ensureTags } from '../tags/index.ts'
import type { Handlers } from '../family.ts'
import { checkEngine } from './replicas.ts'

const create: Handler<'databases_replicas_create'> = (call, ctx) => {
  const cluster = requireCluster(call, ctx)
  const { value: primary, engine, key, parent } = cluster
  checkEngine(cluster)
  assertOnline(primary)
  assertBackedUp(ctx, key)
  const { name, tags, private_network_uuid, storage_size_mib, do_settings } = call.body
  const region = call.body.region || primary.region
  const size = (call.body.size || primary.size).toLowerCase()
  checkRegion(engine, region)
  checkLayout(engine, size, 1)
  checkRoom(size, region)
  const storage = parseReplicaStorage(primary, size, storage_size_mib)
  const id = ctx.engine.createId('DatabaseReplica')
  const label = labelFor(name, id)
  const fields = {
    id,
    name,
    region,
    size,
    // The engine creates the tags of objects without a parent only.
    tags: ensureTags(ctx, tags ?? []),
    private_network_uuid: findVpcOrDefault(ctx, private_network_uuid, region).id,
    ...createBothConnections(engine, label, primary.connection.password),
    storage_size_mib: storage,
    do_settings: parseDoSettings(do_settings),
  }
  return { replica: ctx.engine.create('DatabaseReplica', fields, { parent, hidden: { label } }) }
}

/** Replicas of different clusters may have the same name, but not the same host name. */
function labelFor(name: string, id: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['replica']
  return `${words.join('-').slice(0, 40)}-${id.slice(0, 8)}`
}

/** The replica needs at least the storage of the primary. @throws Failure 422 */
function parseReplicaStorage({ storage_size_mib: present }: Kinds['DatabaseCluster'], size: string, requested: number | undefined): number {
  const { storageMib, maxStorageMib } = sizeOf(size)
  if (maxStorageMib < present) throw unprocessable(`size: ${size} holds at most ${maxStorageMib} MiB, and the primary has ${present}.`)
  const min = Math.max(storageMib, present)
  const storage = requested ?? min
  if (storage < min || storage > maxStorageMib)
    throw unprocessable(`storage_size_mib: must be from ${min} to ${maxStorageMib} for a replica of this cluster on ${size}.`)
  return storage
}

/** Promotes a replica, which keeps its data, its id and its addresses. */
const promote: Handler<'databases_replicas_promote'> = (call, ctx) => {
  const { engine } = ctx
  const { value: primary, key: primaryKey, parent } = requireCluster(call, ctx)
  const at = { parent, id: call.path.replica_name }
  const replica = engine.get('DatabaseReplica', at)
  const { id, name, status, created_at } = replica
  if (status !== 'online') throw conflict(`The replica is ${status}. Wait until it is online.`)
  if (engine.findUnique('DatabaseCluster', [name])) throw conflict(`There is a cluster named "${name}" already.`)
  const key = keyOf('DatabaseCluster', id)
  const { label } = engine.getHidden('DatabaseReplica', at)
  const { password } = replica.connection
  const fields = {
    ...replica,
    engine: primary.engine,
    version: primary.version,
    semantic_version: primary.semantic_version,
    num_nodes: 1,
    maintenance_window: firstWindow,
    project_id: '',
    db_names: null,
    users: null,
    rules: [],
    metrics_endpoints: [],
  }
  engine.create('DatabaseCluster', fields, { id, hidden: { label, password } })
  engine.setFields('DatabaseCluster', key, {
    created_at,
    version_end_of_life: primary.version_end_of_life,
    version_end_of_availability: primary.version_end_of_availability,
  })
  // Assigns the cluster to the project of the primary.
  assignToProject(ctx, `do:dbaas:${id}`, engine.find('placement', `do:dbaas:${primaryKey.id}`)?.project)
  copyContent(ctx, primaryKey, key)
  copyRules(ctx, keyOf('DatabaseReplica', at), key)
  engine.delete('DatabaseReplica', at)
  refreshCluster(ctx, key)
  logEvent(ctx, key, 'cluster_master_promotion')
  planFirstBackup(ctx, key)
  planBackup(ctx, key)
}

export const replicasHandlers = { databases_replicas_create: create, databases_replicas_promote: promote } satisfies Handlers
