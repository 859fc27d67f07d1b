/** Topics of a Kafka cluster. No messages are produced, so partitions are empty and there are no consumer groups. */
import { topicDefaults } from '../../catalog/topic-defaults.ts'
import type { Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { Kinds } from '../../generated/types.ts'
import { type ClusterContext, requireClusterOf } from './clusters.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { InCluster } from './connection.ts'

const requireTopicCluster = (call: InCluster, ctx: AccountContext) => requireClusterOf(['kafka'], 'topics', call, ctx)

type Topic = Kinds['DatabaseTopic']

const topicHooks: ResourceHooks<'DatabaseTopic'> = {
  // The other query parameters of the list do not filter topics.
  listQuery: (_call, _ctx, { filters }) => ({ order: 'name', where: filters }),
  beforeAccess: (call, ctx) => void requireTopicCluster(call, ctx),
  parseCreate: (call: Call<'databases_topics_create'>, ctx) => {
    const { name, partition_count = 3, replication_factor = 2, config } = call.body
    checkReplication(requireTopicCluster(call, ctx), replication_factor)
    const partitions = createPartitions(partition_count, replication_factor)
    const settings = { ...topicDefaults, ...ownSettings(config) }
    return { fields: { name, state: 'active', partition_count, replication_factor, partitions, config: settings } }
  },
  parseUpdate: (call: Call<'databases_topics_update'>, ctx, before) => {
    const { partition_count: partitions, replication_factor: replicas } = before
    const { partition_count = partitions, replication_factor = replicas, config } = call.body
    checkReplication(requireTopicCluster(call, ctx), replication_factor)
    if (partition_count < partitions)
      throw unprocessable(`partition_count: the topic has ${partitions} partitions, and the number cannot be reduced.`)
    const isRearranged = partition_count !== partitions || replication_factor !== replicas
    const layout = { partition_count, replication_factor, partitions: createPartitions(partition_count, replication_factor) }
    return { set: { config: { ...before.config, ...ownSettings(config) }, ...(isRearranged && layout) } }
  },
  serialize: (topic, _key, _ctx, { isList }) => {
    const { name, state, replication_factor, partition_count } = topic
    return isList ? { name, state, replication_factor, partition_count } : topic
  },
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

export const topicsHooks: HooksByKind = { DatabaseTopic: topicHooks }
