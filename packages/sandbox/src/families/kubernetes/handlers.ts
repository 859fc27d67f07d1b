/** Clusters. They store their pools and nodes, so that all paths show the same state. */
import type { Handler } from '../../engine/call.ts'
import { type Failure, unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import { assertRunning, type Cluster, type ClusterPool, clusterTags, openCluster, saveCluster, withTags } from './clusters.ts'
import {
  addNodes,
  assertGrowth,
  assertRoom,
  bootNodes,
  finishDraining,
  dropNodes,
  joinNodes,
  replaceNodes,
  secondsToJoin,
  tagMachines,
} from './nodes.ts'
import { everyNight, parseSettings, testedFeature } from './cluster-settings.ts'
import { isClusterRegion, type NewPool, parsePool } from './node-pools.ts'
import { parseSubnets, subnetOf } from './subnets.ts'
import { findVersion } from './versions.ts'
import { kubernetesVersions } from '../../catalog/kubernetes.ts'
import { unknownSlug } from '../../engine/unknown-slug.ts'
import { findVpcOrDefault } from '../../shared/default-vpc.ts'
import { getStateSeconds } from '../../shared/get-state-seconds.ts'
import type { Handlers, Jobs } from '../family.ts'

type NewCluster = Operations['kubernetes_clusters_create']['body']

const off = { enabled: false }

/** Default fields of a new cluster. */
const unset = {
  ipv4: '',
  endpoint: '',
  node_pools: [],
  registry_enabled: false,
  registries: null,
  control_plane_firewall: null,
  cluster_autoscaler_configuration: null,
  sso: null,
  routing_agent: off,
  p2p_oci_registry_plugin: off,
  amd_gpu_device_plugin: off,
  amd_gpu_device_metrics_exporter_plugin: off,
  nvidia_gpu_device_plugin: off,
  rdma_shared_dev_plugin: off,
  coredns_autoscaler: off,
  amd_gpu_dra_driver: off,
  nvidia_gpu_dra_driver: off,
}

const create: Handler<'kubernetes_clusters_create'> = ({ body }, ctx) => {
  const { engine } = ctx
  const { name, region } = body
  if (!isClusterRegion(region)) throw unprocessable(`region: there are no clusters in "${region}".`)
  const version = findVersion(body.version)
  if (!version) throw refuseVersion(body)
  const vpc = findVpcOrDefault(ctx, body.vpc_uuid, region)
  const subnets = parseSubnets(body, vpc.ip_range)
  const id = engine.createId('KubernetesCluster')
  const pools = listPools(ctx, { id, region }, body.node_pools)
  engine.create(
    'KubernetesCluster',
    {
      ...unset,
      maintenance_policy: everyNight,
      ...parseSettings(body, {}),
      ...subnets,
      name,
      region,
      version: version.slug,
      vpc_uuid: vpc.id,
      worker_subnet_uuid: body.worker_subnet_uuid || subnetOf(ctx, vpc.id),
      tags: withTags(clusterTags(id), body.tags),
      isolated_workers: body.isolated_workers ?? false,
      status: { state: 'provisioning', message: '' },
    },
    { id },
  )
  const secondsToWait = getStateSeconds('KubernetesCluster', 'provisioning') - secondsToJoin
  const node_pools = pools.map((pool) => addNodes(ctx, id, pool, pool.count, secondsToWait))
  return { kubernetes_cluster: engine.setFields('KubernetesCluster', id, { node_pools }) }
}

/** @throws Failure 422 */
function listPools(ctx: AccountContext, cluster: Pick<Cluster, 'id' | 'region'>, requests: readonly NewPool[]): ClusterPool[] {
  const pools = requests.map((pool, at) => parsePool(ctx, cluster, pool, at))
  const names = pools.map(({ name }) => name)
  const duplicateName = names.find((name, at) => names.indexOf(name) !== at)
  if (duplicateName !== undefined) throw unprocessable(`node_pools: two of them have the name "${duplicateName}".`)
  assertRoom(
    ctx,
    pools.reduce((sum, { count }) => sum + count, 0),
  )
  assertGrowth(ctx, pools)
  return pools
}

/** Returns the platform's error for an unknown version, which names the first option of the request. */
function refuseVersion(body: NewCluster): Failure {
  const { version } = body
  const feature = testedFeature(body)
  const message =
    feature === undefined
      ? 'validation error: invalid version slug'
      : `failed to test requested version slug "${version}" for ${feature} feature: invalid version slug`
  return unknownSlug({ field: 'version', slug: version, choices: kubernetesVersions.map(({ slug }) => slug), message })
}

const update: Handler<'kubernetes_clusters_update'> = (call, ctx) => {
  const cluster = openCluster(call, ctx)
  const { body } = call
  assertRunning(cluster)
  const { name = cluster.name, tags } = body
  if (body.ha === false && cluster.ha) throw unprocessable('ha: high availability cannot be disabled.')
  const savedCluster = saveCluster(ctx, cluster.id, {
    ...parseSettings(body, cluster),
    name,
    ...(body.ha && { ipv4: '' }),
    ...(tags !== undefined && { tags: withTags(clusterTags(cluster.id), tags) }),
  })
  if (tags !== undefined) tagMachines(ctx, savedCluster)
  return { kubernetes_cluster: savedCluster }
}

export const handlers = { kubernetes_clusters_create: create, kubernetes_clusters_update: update } satisfies Handlers

export const jobs: Jobs = {
  'kubernetes.boot': bootNodes,
  'kubernetes.join': joinNodes,
  'kubernetes.drained': finishDraining,
  'kubernetes.drop': dropNodes,
  'kubernetes.replace': replaceNodes,
}
