/** Read-only copies of a cluster, which can become clusters of their own. */
import type { Behavior, Call, Reply } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { openKey, readBody } from '../../engine/serve.ts'
import { uniqueTags, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { assertBackedUp, planBackups } from './backups.ts'
import { assertOnline, assertUnchanging, logEvent, makeReplicaConnections, refreshCluster } from './cluster-state.ts'
import { databaseKey } from './connection.ts'
import { copyContent } from './content.ts'
import { checkLayout, checkRegion, checkRoom, engineOf, readGrownStorage, secondsOf, sizeOf } from './engines.ts'
import { firstWindow, planUpdate } from './maintenance.ts'
import { readVpc } from './plan-cluster.ts'
import { readDoSettings } from './settings.ts'
import type { FamilyBehavior } from '../family.ts'
import { later } from '../../shared/later.ts'
import { fileUnder, placeOf } from '../../shared/project-urns.ts'
import { makeTag } from '../tags/index.ts'

/** @throws Failure 422 when the engine has no replicas */
function checkEngine(cluster: Value): void {
  const { hasReplicas, title } = engineOf(cluster)
  if (!hasReplicas) throw unprocessable(`${title} clusters have no replicas; only PostgreSQL and MySQL clusters do.`)
}

const list: Behavior = (call, { engine }) => {
  const key = databaseKey(call)
  checkEngine(engine.get(key))
  return replyPage(call, 'replicas', engine.list({ kind: 'DatabaseReplica', parent: under(key), page: readPage(call) }))
}

const create: Behavior = (call, world) => {
  const key = databaseKey(call)
  const cluster = world.engine.get(key)
  checkEngine(cluster)
  assertOnline(cluster)
  assertBackedUp(world, key)
  const body = readBody(call)
  const engine = engineOf(cluster)
  const name = String(body['name'])
  const region = String(body['region'] || cluster['region'])
  const size = String(body['size'] || cluster['size'])
  checkRegion(engine, region)
  checkLayout(engine, size, 1)
  checkRoom(size, region)
  const storage = readReplicaStorage(cluster, size, body['storage_size_mib'])
  const id = world.ids.uuid()
  const label = labelFor(name, id)
  const { password } = cluster['connection'] as { readonly password: string }
  const fields = {
    id,
    name,
    region,
    size,
    tags: readTags(world, body['tags']),
    private_network_uuid: readVpc(world, body['private_network_uuid'], region)['id'],
    ...makeReplicaConnections(engine, label, password),
    storage_size_mib: storage,
    do_settings: readDoSettings(body['do_settings']),
  }
  const replica = world.engine.create('DatabaseReplica', fields, { parent: under(key), hidden: { label } })
  return { body: JSON.stringify({ replica }) }
}

/** A tag comes to be when something is given it; the engine sees to that for what lives under nothing. */
function readTags(world: World, tags: unknown): readonly string[] {
  const names = uniqueTags((Array.isArray(tags) ? tags : []) as readonly string[])
  for (const name of names) if (!world.engine.find({ kind: 'Tag', id: name.toLowerCase() })) makeTag(world, name)
  return names
}

/** Replicas of different clusters may have the same name, host names not. */
function labelFor(name: string, id: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['replica']
  return `${words.join('-').slice(0, 40)}-${id.slice(0, 8)}`
}

/** Everything the primary holds must find room. @throws Failure 422 */
function readReplicaStorage(cluster: Value, size: string, asked: unknown): number {
  const { storageMib, maxStorageMib } = sizeOf({ size })
  const present = Number(cluster['storage_size_mib'])
  if (maxStorageMib < present) throw unprocessable(`size: ${size} holds at most ${maxStorageMib} MiB, and the primary has ${present}.`)
  const least = Math.max(storageMib, present)
  const storage = asked === undefined || asked === null ? least : Number(asked)
  if (storage < least || storage > maxStorageMib)
    throw unprocessable(`storage_size_mib: must be from ${least} to ${maxStorageMib} for a replica of this cluster on ${size}.`)
  return storage
}

/** Whose id it is, if it is that of a replica. */
export function findReplica({ engine }: World, id: string): Key | undefined {
  for (const cluster of engine.all({ kind: 'DatabaseCluster' })) {
    const parent = under({ kind: 'DatabaseCluster', id: String(cluster['id']) })
    const [replica] = engine.all({ kind: 'DatabaseReplica', parent, where: [{ field: 'id', equals: id }] })
    if (replica) return { kind: 'DatabaseReplica', parent, id: String(replica['name']) }
  }
  return undefined
}

/** A replica has no address of its own to be resized at, so its id stands in that of a cluster. */
export function resizeReplica(call: Call, world: World, key: Key): Reply {
  const replica = world.engine.get(key)
  const { size = replica['size'], num_nodes = 1, storage_size_mib: asked } = readBody(call)
  assertUnchanging(replica)
  if (num_nodes !== 1) throw unprocessable('num_nodes: a replica has one node.')
  sizeOf({ size })
  checkRoom(size, replica['region'])
  const fields = { size, storage_size_mib: readGrownStorage(replica, size, asked) }
  later(world, secondsOf(world, key.kind, call.operation.id), 'databaseReplicas.finishResize', { key, fields })
  world.engine.trigger(key, call.operation.id)
  return {}
}

function finishResize({ key, fields }: { readonly key: Key; readonly fields: Value }, { engine }: World): void {
  if (engine.find(key)) engine.change(key, fields)
}

/** It leaves its primary with everything it has copied, its id and its addresses. */
const promote: Behavior = (call, world) => {
  const { engine, store } = world
  const replicaKey = openKey(call, world)
  const primaryKey = databaseKey(call)
  const primary = engine.get(primaryKey)
  const replica = engine.get(replicaKey)
  if (replica['status'] !== 'online') throw conflict(`The replica is ${String(replica['status'])}. Wait until it is online.`)
  if (store.byUnique('DatabaseCluster', JSON.stringify([replica['name']])) !== undefined)
    throw conflict(`There is a cluster named "${String(replica['name'])}" already.`)
  const id = String(replica['id'])
  const key: Key = { kind: 'DatabaseCluster', id }
  const { label } = engine.hidden(replicaKey)
  const { password } = replica['connection'] as { readonly password: string }
  const { engine: slug, version } = primary
  const fields = { ...replica, engine: slug, version, num_nodes: 1 }
  engine.create('DatabaseCluster', fields, { id, lifecycle: false, hidden: { label, password } })
  engine.change(key, {
    status: 'online',
    created_at: replica['created_at'],
    semantic_version: primary['semantic_version'],
    version_end_of_life: primary['version_end_of_life'],
    version_end_of_availability: primary['version_end_of_availability'],
    maintenance_window: firstWindow(id),
  })
  // Where its primary was put, it goes too.
  fileUnder(world, `do:dbaas:${id}`, placeOf(world, `do:dbaas:${primaryKey.id}`)?.['project'])
  copyContent(world, primaryKey, key)
  engine.remove(replicaKey)
  refreshCluster(world, key)
  logEvent(world, key, 'cluster_master_promotion')
  planBackups(world, key, 0)
  planUpdate(world, key)
  return {}
}

export const databaseReplicas: FamilyBehavior = {
  operations: {
    databases_list_replicas: list,
    databases_create_replica: create,
    databases_promote_replica: promote,
  },
  due: { 'databaseReplicas.finishResize': finishResize },
}
