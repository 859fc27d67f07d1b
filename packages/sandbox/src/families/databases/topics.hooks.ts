import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { requireTopicCluster } from './topics.ts'

const topicHooks: ResourceHooks<'DatabaseTopic'> = {
  // The other query parameters of the list do not filter topics.
  listQuery: (_call, _ctx, { filters }) => ({ order: 'name', where: filters }),
  beforeAccess: (call, ctx) => void requireTopicCluster(call, ctx),
  serialize: (topic, _key, _ctx, { isList }) => {
    const { name, state, replication_factor, partition_count } = topic
    return isList ? { name, state, replication_factor, partition_count } : topic
  },
}

export const topicsHooks: HooksByKind = { DatabaseTopic: topicHooks }
