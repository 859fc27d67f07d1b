/** Clusters. Their pools and nodes are kept inside them, so that there is one truth for every path that shows them. */
import type { Behavior } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { dropDatabaseRules } from '../databases/index.ts'
import { type FamilyBehavior, joinParts } from '../family.ts'
import { kubernetesAccess } from './access.behavior.ts'
import { kubernetesDestroy } from './destroy.behavior.ts'
import { kubernetesDiagnostics } from './diagnostics.behavior.ts'
import { kubernetesNodePools } from './node-pools.behavior.ts'
import { kubernetesRegistries } from './registries.behavior.ts'
import { kubernetesUpgrades } from './upgrades.behavior.ts'
import { assertRunning, type Cluster, clusterKey, clusterTags, findCluster, openCluster, saveCluster, withTags } from './clusters.ts'
import { addNodes, bootNodes, destroyMachines, drained, dropNodes, joinNodes, replaceNodes, secondsToJoin, tagMachines } from './nodes.ts'
import { planWindow } from './maintenance.ts'
import { firstSettings, readSettings, testedFeature } from './read-cluster.ts'
import { isClusterRegion, readPool } from './read-pool.ts'
import { assertGrowth, assertRoom } from './room.ts'
import { readSubnets } from './subnets.ts'
import { findVersion } from './versions.ts'
import { ensureDefaultVpc } from '../../shared/default-vpc.ts'
import { later } from '../../shared/later.ts'
import { forgetCluster } from '../firewalls/index.ts'
import { readVpc } from '../../shared/read-vpc.ts'
import { subnetOf } from '../../shared/vpc-subnet.ts'

const secondsToRun = 240

const create: Behavior = (call, world) => {
  const { engine, ids } = world
  const body = readBody(call)
  const region = String(body['region'])
  if (!isClusterRegion(region)) throw unprocessable(`region: there are no clusters in "${region}".`)
  const version = findVersion(String(body['version']))
  if (!version) throw unprocessable(refuseVersion(body))
  assertNameFree(world, body['name'])
  const asked = body['vpc_uuid']
  const vpc = typeof asked === 'string' && asked !== '' ? readVpc(world, 'vpc_uuid', asked, region) : ensureDefaultVpc(world, region)
  const subnets = readSubnets(body, String(vpc['ip_range']))
  const id = ids.uuid()
  const pools = (body['node_pools'] as readonly Value[]).map((pool, at) => readPool(world, { id, region }, pool, at))
  const names = pools.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw unprocessable(`node_pools: two of them have the name "${twice}".`)
  assertRoom(
    world,
    pools.reduce((sum, { count }) => sum + count, 0),
  )
  assertGrowth(world, pools)
  const workers = body['worker_subnet_uuid']
  engine.create(
    'KubernetesCluster',
    {
      ...firstSettings,
      ...readSettings(body, firstSettings),
      ...subnets,
      name: body['name'],
      region,
      version: version.slug,
      vpc_uuid: vpc['id'],
      worker_subnet_uuid: typeof workers === 'string' && workers !== '' ? workers : subnetOf(world, vpc['id']),
      tags: withTags(clusterTags(id), body['tags']),
      isolated_workers: body['isolated_workers'] === true,
      status: { state: 'provisioning', message: '' },
    },
    { id },
  )
  engine.change(clusterKey(id), { node_pools: pools.map((pool) => addNodes(world, id, pool, pool.count, secondsToRun - secondsToJoin)) })
  later(world, secondsToRun, 'kubernetes.run', { id })
  return { body: JSON.stringify({ kubernetes_cluster: engine.get(clusterKey(id)) }) }
}

/** The control plane answers now. */
function run({ id }: { readonly id: string }, world: World): void {
  const cluster = findCluster(world, id)
  if (cluster?.status.state !== 'provisioning') return
  const running = saveCluster(world, id, {
    status: { state: 'running', message: '' },
    ipv4: cluster['ha'] === true ? '' : world.ids.ipv4(),
    endpoint: `https://${id}.k8s.spindrift.example`,
  })
  planWindow(world, running)
}

/** Where a part of the cluster is asked for, it is with that part that the version is tried. */
function refuseVersion(body: Value): string {
  const feature = testedFeature(body)
  if (feature === undefined) return 'validation error: invalid version slug'
  return `failed to test requested version slug "${String(body['version'])}" for ${feature} feature: invalid version slug`
}

const update: Behavior = (call, world) => {
  const cluster = openCluster(call, world)
  const body = readBody(call)
  assertRunning(cluster)
  const name = body['name'] ?? cluster.name
  if (name !== cluster.name) assertNameFree(world, name)
  if (body['ha'] === false && cluster['ha'] === true)
    throw unprocessable('ha: a highly available control plane cannot be made a single one again.')
  const saved = saveCluster(world, cluster.id, {
    ...readSettings(body, cluster),
    name,
    ...(body['ha'] === true && { ipv4: '' }),
    ...(body['tags'] !== undefined && { tags: withTags(clusterTags(cluster.id), body['tags']) }),
  })
  if (body['tags'] !== undefined) tagMachines(world, saved)
  planWindow(world, saved)
  return { body: JSON.stringify({ kubernetes_cluster: saved }) }
}

/** @throws Failure 422 */
function assertNameFree({ store }: World, name: unknown): void {
  if (store.byUnique('KubernetesCluster', JSON.stringify([name])) !== undefined)
    throw unprocessable('a cluster with this name already exists')
}

const remove: Behavior = (call, world) => {
  destroyCluster(world, openCluster(call, world))
  return {}
}

/** The cluster and the droplets of its nodes. What was made from inside it stays. */
export function destroyCluster(world: World, { id, node_pools: pools }: Cluster): void {
  world.engine.remove(clusterKey(id))
  for (const { nodes } of pools) destroyMachines(world, nodes)
  forgetCluster(world, id)
  dropDatabaseRules(world, 'k8s', id)
}

const own: FamilyBehavior = {
  operations: { kubernetes_create_cluster: create, kubernetes_update_cluster: update, kubernetes_delete_cluster: remove },
  due: {
    'kubernetes.run': run,
    'kubernetes.boot': bootNodes,
    'kubernetes.join': joinNodes,
    'kubernetes.drained': drained,
    'kubernetes.drop': dropNodes,
    'kubernetes.replace': replaceNodes,
  },
}

export const kubernetes = joinParts(
  own,
  kubernetesAccess,
  kubernetesDestroy,
  kubernetesDiagnostics,
  kubernetesNodePools,
  kubernetesRegistries,
  kubernetesUpgrades,
)
