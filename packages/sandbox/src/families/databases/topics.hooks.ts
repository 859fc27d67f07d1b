import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { open } from './topics.handlers.ts'

const topic: ResourceHooks<'DatabaseTopic'> = {
  order: 'name',
  // The parameters that the list takes say nothing about topics.
  where: (usual) => usual,
  beforeAccess: (call, ctx) => void open(call, ctx),
  listed: ({ name, state, replication_factor, partition_count }) => ({ name, state, replication_factor, partition_count }),
}

export const topicsHooks: HooksByKind = { DatabaseTopic: topic }
