/** Database clusters. Other modules handle their contents. */
import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { type Changes, keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import { startChange } from './cluster-changes.ts'
import { findReplica, resizeReplica } from './replicas.ts'
import { authorityOf } from './authority.ts'
import { beginBackup, finishBackup, listBackups, planBackup, takeFirstBackup } from './backups.ts'
import { assertUnchanging, logEvent, createBothConnections, refreshCluster, showCreated, type Cluster, urnOf } from './cluster-state.ts'
import { databaseKey } from './connection.ts'
import { copyContent, fillCluster } from './content.ts'
import { checkLayout, checkRegion, checkRoom, compareVersions, engineOf, findVersion, parseGrownStorage } from './engines.ts'
import { replaceRules } from './firewall-rules.hooks.ts'
import { firstWindow } from './maintenance.ts'
import { openMetrics } from './metrics.ts'
import { findVpcOrDefault } from '../../shared/default-vpc.ts'
import { planCluster } from './cluster-plan.ts'
import { getAutoscale, getDoSettings, updateAutoscale, updateDoSettings } from './settings.ts'
import { createPassword } from './users.ts'
import { assignToProject } from '../../shared/project-urns.ts'
import type { Handlers, Jobs } from '../family.ts'
import { databaseEngines } from '../../catalog/database-engines.ts'

type Reply = Operations['databases_options_list']['reply']

const options = databaseEngines.map(({ slug, regions, versions, layouts }) => [
  slug,
  { regions, versions: versions.map(({ version }) => version), layouts },
])

const calendar = databaseEngines.map(({ slug, versions }) => [
  slug,
  versions.map(({ version, endOfLife, endOfAvailability }) => ({
    end_of_life: endOfLife,
    end_of_availability: endOfAvailability,
    version,
  })),
])

// The catalog has every engine of the specification.
const reply = { options: Object.fromEntries(options), version_availability: Object.fromEntries(calendar) } as Reply

const listOptions: Handler<'databases_options_list'> = () => reply

/** Creates a cluster from a request. @throws Failure 412, 422 */
export function createCluster(ctx: AccountContext, body: Operations['databases_create']['body']): Cluster {
  const { engine } = ctx
  const { name, num_nodes, region, tags, project_id, rules } = body
  const plan = planCluster(ctx, body)
  const password = createPassword(ctx)
  const fields = {
    name,
    engine: body.engine,
    num_nodes,
    size: plan.size,
    region,
    tags: tags ?? [],
    private_network_uuid: plan.vpc,
    storage_size_mib: plan.storage,
    do_settings: plan.doSettings,
    storage_autoscale: plan.autoscale,
    version: plan.version.version,
    semantic_version: plan.version.release,
    maintenance_window: firstWindow,
    project_id: '',
    db_names: null,
    users: null,
    rules: [],
    metrics_endpoints: [],
    ...createBothConnections(engineOf({ engine: body.engine }), name, password),
    ...(plan.source && { status: 'forking' as const }),
  }
  const { id } = engine.create('DatabaseCluster', fields, {
    hidden: {
      label: name,
      password,
      ...(plan.source && { restoredFrom: { cluster: plan.source.cluster.id, backup: plan.source.backup } }),
    },
  })
  const key = keyOf('DatabaseCluster', id)
  engine.setFields('DatabaseCluster', key, describeVersion({ engine: body.engine, version: plan.version.version }))
  assignToProject(ctx, urnOf(id), project_id)
  fillCluster(ctx, key, password)
  if (plan.source) copyContent(ctx, plan.source.cluster, key)
  replaceRules(ctx, key, rules)
  const database = engine.serialize('DatabaseCluster', key, refreshCluster(ctx, key))
  logEvent(ctx, key, 'cluster_create')
  planBackup(ctx, key)
  openMetrics(ctx)
  return showCreated(ctx, database)
}

/** Returns the fields derived from the version: exact number and end of life. */
function describeVersion(cluster: Pick<Cluster, 'engine' | 'version'>): Changes<Cluster> {
  const { version, release, endOfLife, endOfAvailability } = findVersion(engineOf(cluster), cluster.version)
  return {
    version,
    semantic_version: release,
    version_end_of_life: endOfLife ?? undefined,
    version_end_of_availability: endOfAvailability ?? undefined,
  }
}

const getAuthority: Handler<'databases_getCa'> = (call, { engine }) => {
  const { certificate } = authorityOf(engine.get('DatabaseCluster', databaseKey(call)))
  return { ca: { certificate: Buffer.from(certificate).toString('base64') } }
}

const resize: Handler<'databases_resize'> = (call, ctx) => {
  const key = databaseKey(call)
  const replica = ctx.engine.find('DatabaseCluster', key) ? undefined : findReplica(ctx, key.id)
  if (replica) {
    resizeReplica(call, ctx, replica)
    return
  }
  const cluster = ctx.engine.get('DatabaseCluster', key)
  const { num_nodes = cluster.num_nodes, storage_size_mib: requestedStorage } = call.body
  const size = (call.body.size || cluster.size).toLowerCase()
  assertUnchanging(cluster)
  checkLayout(engineOf(cluster), size, num_nodes)
  checkRoom(size, cluster.region)
  startChange(call, ctx, { size, num_nodes, storage_size_mib: parseGrownStorage(cluster, size, requestedStorage) })
}

const migrate: Handler<'databases_migrate'> = (call, ctx) => {
  const cluster = ctx.engine.get('DatabaseCluster', databaseKey(call))
  const { region, private_network_uuid: network } = call.body
  assertUnchanging(cluster)
  if (region === cluster.region) throw unprocessable(`region: the cluster is in ${region} already.`)
  checkRegion(engineOf(cluster), region)
  checkRoom(cluster.size, region)
  startChange(call, ctx, { region, private_network_uuid: findVpcOrDefault(ctx, network, region).id })
}

const upgrade: Handler<'databases_upgrade'> = (call, ctx) => {
  const cluster = ctx.engine.get('DatabaseCluster', databaseKey(call))
  assertUnchanging(cluster)
  const { version } = findVersion(engineOf(cluster), call.body.version)
  if (compareVersions(version, cluster.version) <= 0) throw unprocessable(`version: must be later than the present ${cluster.version}.`)
  // Clients compare the version with the requested one as soon as they can read the cluster.
  ctx.engine.setFields('DatabaseCluster', databaseKey(call), describeVersion({ engine: cluster.engine, version }))
  startChange(call, ctx, {})
}

export const handlers = {
  databases_options_list: listOptions,
  databases_create: ({ body }, ctx) => ({ database: createCluster(ctx, body) }),
  databases_getCa: getAuthority,
  databases_resize: resize,
  databases_migrate: migrate,
  databases_upgrade: upgrade,
  databases_backups_list: listBackups,
  databases_autoscale_get: getAutoscale,
  databases_autoscale_update: updateAutoscale,
  databases_doSettings_get: getDoSettings,
  databases_doSettings_update: updateDoSettings,
} satisfies Handlers

export const jobs: Jobs = {
  'databases.beginBackup': beginBackup,
  'databases.finishBackup': finishBackup,
  'databases.takeFirstBackup': takeFirstBackup,
}
