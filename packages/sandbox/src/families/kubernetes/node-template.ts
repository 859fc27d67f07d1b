/** What a new node of a pool would be like, which is what an autoscaler asks before it adds one. */
import type { Behavior } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import type { ReplyOf } from '../../engine/kinds.ts'
import type { Kinds } from '../../generated/types.ts'
import { type Cluster, type ClusterPool, openCluster } from './clusters.ts'

type Template = ReplyOf<'kubernetes_nodePools_getTemplate'>['template']

const podsOfNode = 110
/** Thousandths of a CPU that the platform keeps. */
const reservedCpu = 100

/** Of each further MiB of memory, the share that the platform keeps; the larger the node, the less. */
const reservedMemory = [
  { upTo: 4096, share: 0.25 },
  { upTo: 8192, share: 0.2 },
  { upTo: 16_384, share: 0.1 },
  { upTo: Infinity, share: 0.06 },
] as const
/** And this much of every node, where it begins to turn out pods. */
const evictionMemory = 100

export const getTemplate: Behavior<'kubernetes_nodePools_getTemplate'> = (call, world) => {
  const cluster = openCluster(call, world)
  const pool = cluster.node_pools.find(({ name }) => name === call.path.node_pool_name)
  if (!pool) throw notFound()
  const size = world.engine.get('Size', pool.size)
  return {
    template: {
      cluster_uuid: cluster.id,
      name: pool.name,
      slug: pool.size,
      labels: labelsOf(cluster, pool),
      taints: pool.taints.map(({ key, value, effect }) => `${key}=${value}:${effect}`),
      ...measure(size),
      ...gpuOf(size),
    },
  }
}

function labelsOf({ region }: Cluster, { id, name, size, labels }: ClusterPool): Template['labels'] {
  return {
    'kubernetes.io/arch': 'amd64',
    'kubernetes.io/os': 'linux',
    'node.kubernetes.io/instance-type': size,
    'topology.kubernetes.io/region': region,
    'doks.digitalocean.com/node-pool': name,
    'doks.digitalocean.com/node-pool-id': id,
    ...labels,
  }
}

function measure({ vcpus, memory }: Kinds['Size']): Pick<Template, 'capacity' | 'allocatable'> {
  const usable = vcpus * 1000 - reservedCpu
  return {
    capacity: { cpu: vcpus, cpu_milli_cores: vcpus * 1000, memory: `${memory}Mi`, pods: podsOfNode },
    allocatable: { cpu: Math.ceil(usable / 1000), cpu_milli_cores: usable, memory: `${memory - keptOf(memory)}Mi`, pods: podsOfNode },
  }
}

/** How many MiB of `memory` pods cannot use. */
function keptOf(memory: number): number {
  let from = 0
  let kept = evictionMemory
  for (const { upTo, share } of reservedMemory) {
    kept += Math.max(0, Math.min(memory, upTo) - from) * share
    from = upTo
  }
  return Math.ceil(kept)
}

function gpuOf({ gpu_info: gpu }: Kinds['Size']): Pick<Template, 'gpu'> {
  if (!gpu) return {}
  // `nvidia_h100`
  const [vendor = '', ...model] = gpu.model.split('_')
  return { gpu: { vendor, model: model.join('_'), count: gpu.count } }
}
