/** Template of a new node in a pool, which an autoscaler reads before it adds one. */
import type { Handler } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import type { ReplyOf } from '../../engine/kinds.ts'
import type { Kinds } from '../../generated/types.ts'
import { type Cluster, type ClusterPool, openCluster } from './clusters.ts'

type Template = ReplyOf<'kubernetes_nodePools_getTemplate'>['template']

const podsOfNode = 110
/** Thousandths of a CPU that the system reserves. */
const reservedCpu = 100

/** Share of the memory that pods can use. */
const usableMemory = 0.75

export const getTemplate: Handler<'kubernetes_nodePools_getTemplate'> = (call, ctx) => {
  const cluster = openCluster(call, ctx)
  const pool = cluster.node_pools.find(({ name }) => name === call.path.node_pool_name)
  if (!pool) throw notFound()
  const size = ctx.engine.get('Size', pool.size)
  return {
    template: {
      cluster_uuid: cluster.id,
      name: pool.name,
      slug: pool.size,
      labels: labelsOf(cluster, pool),
      taints: pool.taints.map(({ key, value, effect }) => `${key}=${value}:${effect}`),
      ...measureSize(size),
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

function measureSize({ vcpus, memory }: Kinds['Size']): Pick<Template, 'capacity' | 'allocatable'> {
  const usable = vcpus * 1000 - reservedCpu
  return {
    capacity: { cpu: vcpus, cpu_milli_cores: vcpus * 1000, memory: `${memory}Mi`, pods: podsOfNode },
    allocatable: {
      cpu: Math.ceil(usable / 1000),
      cpu_milli_cores: usable,
      memory: `${Math.floor(memory * usableMemory)}Mi`,
      pods: podsOfNode,
    },
  }
}

function gpuOf({ gpu_info: gpu }: Kinds['Size']): Pick<Template, 'gpu'> {
  if (!gpu) return {}
  // `nvidia_h100`
  const [vendor = '', ...model] = gpu.model.split('_')
  return { gpu: { vendor, model: model.join('_'), count: gpu.count } }
}
