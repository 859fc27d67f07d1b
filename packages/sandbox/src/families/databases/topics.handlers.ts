/** Topics of a Kafka cluster. No messages are produced, so partitions are empty and there are no consumer groups. */
import { topicDefaults } from '../../catalog/topic-defaults.ts'
import type { Handler } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import type { Kinds } from '../../generated/types.ts'
import type { ClusterContext } from './clusters.ts'
import type { Handlers } from '../family.ts'
import { requireTopicCluster } from './topics.ts'

type Topic = Kinds['DatabaseTopic']

const create: Handler<'databases_topics_create'> = (call, ctx) => {
  const cluster = requireTopicCluster(call, ctx)
  const { parent } = cluster
  const { name, partition_count = 3, replication_factor = 2, config } = call.body
  if (ctx.engine.find('DatabaseTopic', { parent, id: name })) throw conflict(`name: the cluster has a topic "${name}" already.`)
  checkReplication(cluster, replication_factor)
  const fields = {
    name,
    state: 'active' as const,
    partition_count,
    replication_factor,
    partitions: createPartitions(partition_count, replication_factor),
    config: { ...topicDefaults, ...ownSettings(config) },
  }
  return { topic: ctx.engine.create('DatabaseTopic', fields, { parent }) }
}

const update: Handler<'databases_topics_update'> = (call, ctx) => {
  const cluster = requireTopicCluster(call, ctx)
  const at = { parent: cluster.parent, id: call.path.topic_name }
  const { partition_count: partitions, replication_factor: replicas, config: before } = ctx.engine.get('DatabaseTopic', at)
  const { partition_count = partitions, replication_factor = replicas, config } = call.body
  checkReplication(cluster, replication_factor)
  if (partition_count < partitions)
    throw unprocessable(`partition_count: the topic has ${partitions} partitions, and the number cannot be reduced.`)
  const isRearranged = partition_count !== partitions || replication_factor !== replicas
  const topic = ctx.engine.setFields('DatabaseTopic', at, {
    config: { ...before, ...ownSettings(config) },
    ...(isRearranged && { partition_count, replication_factor, partitions: createPartitions(partition_count, replication_factor) }),
  })
  return { topic }
}

function checkReplication({ value: { num_nodes: nodes } }: ClusterContext, factor: number): void {
  if (factor > nodes) throw unprocessable(`replication_factor: must not be more than the ${nodes} nodes of the cluster.`)
}

function createPartitions(count: number, in_sync_replicas: number): Topic['partitions'] {
  return Array.from({ length: count }, (_, id) => ({ id, size: 0, in_sync_replicas, earliest_offset: 0, consumer_groups: null }))
}

/** Settings that a topic has; others are ignored. */
function ownSettings(config: Partial<Topic['config']> = {}): Partial<Topic['config']> {
  return Object.fromEntries(Object.entries(config).filter(([name]) => Object.hasOwn(topicDefaults, name)))
}

export const topicsHandlers = { databases_topics_create: create, databases_topics_update: update } satisfies Handlers
