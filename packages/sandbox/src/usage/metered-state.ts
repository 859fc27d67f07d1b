/** What of an object is remembered over time: what its price and its measurements depend on, and nothing else. */
import { isRecord, type Value } from '../engine/values.ts'

/** Undefined while the object neither costs anything nor is measured. */
type Read = (value: Value, hidden: Value) => Value | undefined

const slugOf = (value: unknown) => (isRecord(value) ? value['slug'] : value) ?? ''

const readDroplet: Read = (value, { policy }) => {
  const { name, size_slug: size, status, vcpus, memory, disk, volume_ids: volumes, features, tags } = value
  const { price_hourly: hourly = 0, price_monthly: monthly = 0 } = isRecord(value['size']) ? value['size'] : {}
  const isMeasured = Array.isArray(features) && features.includes('monitoring')
  const cluster = Array.isArray(tags) ? tags.find((tag) => /^k8s:[0-9a-f-]{36}$/.test(String(tag))) : undefined
  return {
    name,
    size,
    region: slugOf(value['region']),
    status,
    vcpus,
    memory,
    disk,
    volumes,
    hourly,
    monthly,
    isMeasured,
    ...(isRecord(policy) && { backups: policy['plan'] }),
    ...(cluster !== undefined && { cluster: String(cluster).slice(4) }),
  }
}

/** @param hidden has `copies`, what autoscaling has left of each component */
const readApp: Read = ({ active_deployment: deployment, region }, { copies }) => {
  if (!isRecord(deployment) || !isRecord(deployment['spec'])) return undefined
  const { spec } = deployment
  const members = ['services', 'workers', 'databases'].flatMap((group) =>
    listOf(spec, group).map(({ name, instance_size_slug: size, instance_count: fixed, autoscaling, production }) => {
      const { min_instance_count: least = 1 } = isRecord(autoscaling) ? autoscaling : {}
      const fewest = Number(isRecord(autoscaling) ? least : (fixed ?? 1))
      const scaled = isRecord(autoscaling) && isRecord(copies) ? Number(copies[String(name)] ?? fewest) : fewest
      return { group, name, size, fewest, count: Math.max(scaled, fewest), isPaidElsewhere: production === true }
    }),
  )
  const hasAddresses = isRecord(spec['egress']) && spec['egress']['type'] === 'DEDICATED_IP'
  return {
    name: spec['name'],
    region: slugOf(region),
    deployment: deployment['id'],
    components: members
      .filter(({ group }) => group !== 'databases')
      .map(({ name, size, fewest, count }) => ({ name, size, fewest, count })),
    databases: members.filter(({ group, isPaidElsewhere }) => group === 'databases' && !isPaidElsewhere).length,
    hasAddresses,
  }
}

const listOf = (value: Value, field: string): Value[] => (Array.isArray(value[field]) ? value[field].filter(isRecord) : [])

const readAccelerators: Read = ({ spec, status, region }) => {
  if (!isRecord(spec) || !['active', 'updating'].includes(String(status))) return undefined
  const models = Array.isArray(spec['model_deployments']) ? spec['model_deployments'].filter(isRecord) : []
  const machines = models.flatMap(({ accelerators }) => (Array.isArray(accelerators) ? accelerators.filter(isRecord) : []))
  return { name: spec['name'], region, machines: machines.map(({ accelerator_slug: size, scale }) => ({ size, count: scale })) }
}

const readDatabase: Read = ({ name, engine, size, num_nodes: nodes = 1, storage_size_mib: storage, region, status }) => ({
  name,
  engine,
  size,
  nodes,
  storage,
  region,
  isRunning: status !== 'creating' && status !== 'forking',
})

export const meteredStateOf: Readonly<Record<string, Read>> = {
  Droplet: readDroplet,
  App: readApp,
  DedicatedInference: readAccelerators,
  DatabaseCluster: readDatabase,
  DatabaseReplica: readDatabase,
  Volume: ({ name, size_gigabytes: gib, region }) => ({ name, gib, region: slugOf(region) }),
  LoadBalancer: ({ name, size_unit: units, region, status, type }) => ({ name, units, region: slugOf(region), status, type }),
  KubernetesCluster: ({ name, ha, region }) => ({ name, ha, region }),
  Snapshot: ({ name, resource_type: type, size_gigabytes: gib, regions }) => ({ name, type, gib, region: (regions as string[])[0] ?? '' }),
  Image: ({ name, type, size_gigabytes: gib, regions }) =>
    type === 'custom' && gib !== null ? { name, gib, region: (regions as string[])[0] ?? '' } : undefined,
  ReservedIp: ({ ip, region }, { dropletId: droplet = null }) => ({ name: ip, region: slugOf(region), droplet }),
  RegistrySubscription: ({ tier }) =>
    isRecord(tier) ? { name: tier['name'], slug: tier['slug'], cents: tier['monthly_price_in_cents'] } : undefined,
  VpcNatGateway: ({ name, size: units, region }) => ({ name, units, region }),
  NfsShare: ({ name, size_gib: gib, performance_tier: tier, region }) => ({ name, gib, tier, region }),
  VectorDatabase: ({ name, size, region }) => ({ name, size, region }),
  AddOn: ({ name, app_slug: app, plan_slug: plan, plan_price_per_month: price, state }) =>
    state === 'provisioned' ? { name, app, plan, price } : undefined,
  PartnerAttachment: ({ name, connection_bandwidth_in_mbps: megabits, region }) => ({ name, megabits, region }),
  DropletAutoscalePool: ({ config }, { wanted }) => ({ config, wanted }),
  DropletAutoscalePoolMember: () => ({}),
}
