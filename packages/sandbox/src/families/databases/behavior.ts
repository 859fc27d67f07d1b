/** Clusters: made, read, changed, deleted. What lives in them is the matter of the files named `database-…`. */
import type { Behavior, Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody, readFilters } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { findReplica, resizeReplica } from './replicas.behavior.ts'
import { authorityOf } from './authority.ts'
import { beginBackup, finishBackup, listBackups, planBackups, takeFirstBackup } from './backups.ts'
import { assertUnchanging, logEvent, refreshCluster } from './cluster-state.ts'
import { databaseKey } from './connection.ts'
import { copyContent, fillCluster } from './content.ts'
import { checkLayout, checkRegion, checkRoom, compareVersions, engineOf, findVersion, readGrownStorage, secondsOf } from './engines.ts'
import { replaceRules } from './firewall-rules.ts'
import { keepIndexesOf } from './indexes.ts'
import { firstWindow, planUpdate } from './maintenance.ts'
import { openMetrics } from './metrics.ts'
import { listOptions } from './options.ts'
import { planCluster, readVpc } from './plan-cluster.ts'
import { getAutoscale, getDoSettings, updateAutoscale, updateDoSettings } from './settings.ts'
import { makePassword } from './users.ts'
import { type FamilyBehavior, joinParts } from '../family.ts'
import { databaseConfig } from './config.behavior.ts'
import { databaseDbs } from './dbs.behavior.ts'
import { databaseIndexes } from './indexes.behavior.ts'
import { databaseLogsinks } from './logsinks.behavior.ts'
import { databaseOperation } from './operation.behavior.ts'
import { databasePools } from './pools.behavior.ts'
import { databaseReplicas } from './replicas.behavior.ts'
import { databaseSchemaRegistry } from './schema-registry.behavior.ts'
import { databaseSqlMode } from './sql-mode.behavior.ts'
import { databaseTopics } from './topics.behavior.ts'
import { databaseUsers } from './users.behavior.ts'
import { later } from '../../shared/later.ts'
import { fileUnder, forgetPlace, projectIdOf } from '../../shared/project-urns.ts'

const urnOf = ({ id }: Key) => `do:dbaas:${id}`

/** The project can change behind the cluster's back. */
function describe(world: World, cluster: Value): Value {
  return { ...cluster, project_id: projectIdOf(world, `do:dbaas:${String(cluster['id'])}`) }
}

const list: Behavior = (call, world) => {
  const question = { kind: 'DatabaseCluster', where: readFilters(call), order: 'newest', page: readPage(call) } as const
  const { texts, total } = world.engine.list(question)
  const clusters = (JSON.parse(`[${texts}]`) as Value[]).map((cluster) => JSON.stringify(describe(world, cluster)))
  return replyPage(call, 'databases', { texts: clusters.join(','), total })
}

const get: Behavior = (call, world) => ({ body: JSON.stringify({ database: describe(world, world.engine.get(databaseKey(call))) }) })

const remove: Behavior = (call, world) => {
  const key = databaseKey(call)
  keepIndexesOf(world, key)
  world.engine.remove(key)
  forgetPlace(world, urnOf(key))
  return {}
}

const create: Behavior = (call, world) => {
  const { engine } = world
  const body = readBody(call)
  if (world.store.byUnique('DatabaseCluster', JSON.stringify([body['name']])) !== undefined)
    throw unprocessable('cluster name is not available')
  const plan = planCluster(world, body)
  const password = makePassword(world)
  const { id } = engine.create(
    'DatabaseCluster',
    {
      name: body['name'],
      engine: plan.engine.slug,
      num_nodes: body['num_nodes'],
      size: body['size'],
      region: body['region'],
      tags: body['tags'] ?? [],
      private_network_uuid: plan.vpc['id'],
      storage_size_mib: plan.storage,
      do_settings: plan.doSettings,
      ...(plan.autoscale && { storage_autoscale: plan.autoscale }),
    },
    { lifecycle: false, hidden: { label: body['name'], password } },
  )
  const key: Key = { kind: 'DatabaseCluster', id: String(id) }
  engine.change(key, {
    ...describeVersion({ engine: plan.engine.slug, version: plan.version.version }),
    maintenance_window: firstWindow(key.id),
    ...(plan.source && { status: 'forking' }),
  })
  fileUnder(world, urnOf(key), body['project_id'])
  fillCluster(world, key, password)
  if (plan.source) copyContent(world, plan.source, key)
  replaceRules(world, key, body['rules'])
  const database = describe(world, refreshCluster(world, key))
  logEvent(world, key, 'cluster_create')
  engine.trigger(key, 'create')
  planBackups(world, key, secondsOf(world, key.kind, 'create'))
  planUpdate(world, key)
  openMetrics(world)
  // MongoDB tells the administrator's password here and never again.
  const users = engine.all({ kind: 'DatabaseUser', parent: under(key) })
  return { body: JSON.stringify({ database: database['users'] === null ? database : { ...database, users } }) }
}

/** What follows from the version: its exact number and how long it lives. */
function describeVersion(cluster: Value): Value {
  const { version, releases, endOfLife, endOfAvailability } = findVersion(engineOf(cluster), cluster['version'])
  return {
    version,
    semantic_version: releases[0],
    version_end_of_life: endOfLife ?? undefined,
    version_end_of_availability: endOfAvailability ?? undefined,
  }
}

const getAuthority: Behavior = (call, { engine }) => {
  const { certificate } = authorityOf(engine.get(databaseKey(call)))
  return { body: JSON.stringify({ ca: { certificate: Buffer.from(certificate).toString('base64') } }) }
}

const resize: Behavior = (call, world) => {
  const key = databaseKey(call)
  const replica = world.engine.find(key) ? undefined : findReplica(world, key.id)
  if (replica) return resizeReplica(call, world, replica)
  const cluster = world.engine.get(key)
  const { size = cluster['size'], num_nodes = cluster['num_nodes'], storage_size_mib: asked } = readBody(call)
  assertUnchanging(cluster)
  checkLayout(engineOf(cluster), String(size), Number(num_nodes))
  checkRoom(size, cluster['region'])
  return start(call, world, { size, num_nodes, storage_size_mib: readGrownStorage(cluster, size, asked) })
}

const migrate: Behavior = (call, world) => {
  const cluster = world.engine.get(databaseKey(call))
  const { region, private_network_uuid: network } = readBody(call)
  assertUnchanging(cluster)
  if (region === cluster['region']) throw unprocessable(`region: the cluster is in ${String(region)} already.`)
  checkRegion(engineOf(cluster), region)
  checkRoom(cluster['size'], region)
  return start(call, world, { region, private_network_uuid: readVpc(world, network, String(region))['id'] })
}

const upgrade: Behavior = (call, world) => {
  const cluster = world.engine.get(databaseKey(call))
  assertUnchanging(cluster)
  const { version } = findVersion(engineOf(cluster), readBody(call)['version'])
  if (compareVersions(version, String(cluster['version'])) <= 0)
    throw unprocessable(`version: must be later than the present ${String(cluster['version'])}.`)
  // Clients compare the version with the one they asked for as soon as the cluster can be read.
  world.engine.change(databaseKey(call), describeVersion({ ...cluster, version }))
  return start(call, world, {})
}

/** The old nodes serve until the change is done, so but for the status and a new version nothing shows it before. */
function start(call: Call, world: World, fields: Value): ReturnType<Behavior> {
  const { engine } = world
  const key = databaseKey(call)
  const trigger = call.operation.id
  // Noted before the lifecycle notes its own step, so it comes first.
  later(world, secondsOf(world, key.kind, trigger), 'databases.applyChange', { key, fields })
  engine.trigger(key, trigger)
  return {}
}

function applyChange({ key, fields }: { readonly key: Key; readonly fields: Value }, world: World): void {
  const { engine } = world
  const cluster = engine.find(key)
  if (!cluster) return
  engine.change(key, fields)
  refreshCluster(world, key)
  logEvent(world, key, 'cluster_update')
}

const own: FamilyBehavior = {
  operations: {
    databases_list_options: listOptions,
    databases_list: list,
    databases_create: create,
    databases_get: get,
    databases_delete: remove,
    databases_get_ca: getAuthority,
    databases_resize: resize,
    databases_migrate: migrate,
    databases_upgrade: upgrade,
    databases_list_backups: listBackups,
    databases_get_autoscale: getAutoscale,
    databases_update_autoscale: updateAutoscale,
    databases_get_do_settings: getDoSettings,
    databases_update_do_settings: updateDoSettings,
  },
  due: {
    'databases.applyChange': applyChange,
    'databases.beginBackup': beginBackup,
    'databases.finishBackup': finishBackup,
    'databases.takeFirstBackup': takeFirstBackup,
  },
}

export const databases = joinParts(
  own,
  databaseConfig,
  databaseDbs,
  databaseIndexes,
  databaseLogsinks,
  databaseOperation,
  databasePools,
  databaseReplicas,
  databaseSchemaRegistry,
  databaseSqlMode,
  databaseTopics,
  databaseUsers,
)
