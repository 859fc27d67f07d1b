/** Metered state of objects: the fields that prices and metrics depend on. */
import type { Kind } from '../engine/kinds.ts'
import type { Kinds } from '../generated/types.ts'

function getRegionSlug(region: string | { readonly slug: string } | null | undefined): string {
  return typeof region === 'string' ? region : (region?.slug ?? '')
}

function parseDroplet(droplet: Kinds['Droplet'], { policy }: { readonly policy?: { readonly plan: string } | null }) {
  const { name, size_slug: size, region, status, vcpus, memory, disk, volume_ids: volumes, features, tags } = droplet
  const { price_hourly: hourly, price_monthly: monthly } = droplet.size
  const isMeasured = features.includes('monitoring')
  const cluster = tags.find((tag) => /^k8s:[0-9a-f-]{36}$/.test(tag))
  return {
    name,
    size,
    region: getRegionSlug(region),
    status,
    vcpus,
    memory,
    disk,
    volumes,
    hourly,
    monthly,
    isMeasured,
    ...(policy && { backups: policy.plan }),
    ...(cluster !== undefined && { cluster: cluster.slice(4) }),
  }
}

function parseApp({ active_deployment: deployment, region }: Kinds['App']) {
  if (!deployment) return undefined
  const { spec } = deployment
  const components = [...(spec.services ?? []), ...(spec.workers ?? [])].map(
    ({ name, instance_size_slug: size, instance_count: fixed = 1, autoscaling }) => ({
      name,
      size,
      count: autoscaling ? (autoscaling.min_instance_count ?? 1) : fixed,
    }),
  )
  return {
    name: spec.name,
    region: getRegionSlug(region),
    deployment: deployment.id,
    components,
    databases: (spec.databases ?? []).filter(({ production }) => !production).length,
    hasAddresses: spec.egress?.type === 'DEDICATED_IP',
  }
}

function parseAccelerators({ spec, status, region }: Kinds['DedicatedInference']) {
  if (status !== 'active' && status !== 'updating') return undefined
  const machines = spec.model_deployments.flatMap(({ accelerators }) => accelerators)
  return { name: spec.name, region, machines: machines.map(({ accelerator_slug: size, scale }) => ({ size, count: scale })) }
}

/** A cluster, or a replica, which has the engine of its primary and one node. */
interface Database extends Pick<Kinds['DatabaseReplica'], 'name' | 'size' | 'storage_size_mib' | 'region'> {
  readonly engine?: Kinds['DatabaseCluster']['engine']
  readonly num_nodes?: number
  readonly status: Kinds['DatabaseCluster']['status']
}

function parseDatabase({ name, engine, size, num_nodes: nodes = 1, storage_size_mib: storage, region, status }: Database) {
  return { name, engine, size, nodes, storage, region, isRunning: status !== 'creating' && status !== 'forking' }
}

function parseReservedIp({ ip, region }: Kinds['ReservedIp'], { dropletId = null }: { readonly dropletId?: number | null }) {
  return { name: ip, region: getRegionSlug(region), droplet: dropletId }
}

function parseImage({ name, type, size_gigabytes: gib, regions }: Kinds['Image']) {
  return type === 'custom' && gib !== null ? { name, gib, region: regions[0] ?? '' } : undefined
}

function parseAddOn({ name, app_slug: app, plan_slug: plan, plan_price_per_month: price, state }: Kinds['AddOn']) {
  return state === 'provisioned' ? { name, app, plan, price } : undefined
}

/** Metered state by kind; undefined while the object neither costs anything nor is measured. */
export const meteredStates = {
  Droplet: parseDroplet,
  App: parseApp,
  DedicatedInference: parseAccelerators,
  DatabaseCluster: parseDatabase,
  DatabaseReplica: parseDatabase,
  Volume: ({ name, size_gigabytes: gib, region }: Kinds['Volume']) => ({ name, gib, region: getRegionSlug(region) }),
  LoadBalancer: ({ name, size_unit: units, region, status, type }: Kinds['LoadBalancer']) => ({
    name,
    units,
    region: getRegionSlug(region),
    status,
    type,
  }),
  KubernetesCluster: ({ name, ha, region }: Kinds['KubernetesCluster']) => ({ name, ha, region }),
  Snapshot: ({ name, resource_type: type, size_gigabytes: gib, regions }: Kinds['Snapshot']) => ({
    name,
    type,
    gib,
    region: regions[0] ?? '',
  }),
  Image: parseImage,
  ReservedIp: parseReservedIp,
  RegistrySubscription: ({ tier }: Kinds['RegistrySubscription']) => ({
    name: tier.name,
    slug: tier.slug,
    cents: tier.monthly_price_in_cents,
  }),
  VpcNatGateway: ({ name, size: units, region }: Kinds['VpcNatGateway']) => ({ name, units, region }),
  NfsShare: ({ name, size_gib: gib, performance_tier: tier, region }: Kinds['NfsShare']) => ({ name, gib, tier, region }),
  VectorDatabase: ({ name, size, region }: Kinds['VectorDatabase']) => ({ name, size, region }),
  MicroDroplet: ({ name, size, region, state }: Kinds['MicroDroplet']) => (state === 'running' ? { name, size, region } : undefined),
  AddOn: parseAddOn,
  PartnerAttachment: ({ name, connection_bandwidth_in_mbps: megabits, region }: Kinds['PartnerAttachment']) => ({ name, megabits, region }),
  DropletAutoscalePool: ({ config }: Kinds['DropletAutoscalePool'], { wanted }: { readonly wanted?: number }) => ({ config, wanted }),
  DropletAutoscalePoolMember: () => ({}),
} satisfies { readonly [K in Kind]?: (value: Kinds[K], hidden: never) => object | undefined }

export type MeteredKind = keyof typeof meteredStates
export type MeteredState = { readonly [K in MeteredKind]: NonNullable<ReturnType<(typeof meteredStates)[K]>> }
