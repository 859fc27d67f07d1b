/** Indexes of an OpenSearch cluster. It starts with two; programs create others through OpenSearch, which the sandbox does not run. */
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { type Key, childPath } from '../../store/store.ts'
import { requireClusterOf } from './clusters.ts'
import type { InCluster } from './connection.ts'
import { type HooksByKind, byName } from '../../engine/hooks.ts'

const builtIn = [
  { index_name: '.kibana_1', size: 5247 },
  { index_name: '.opensearch-observability', size: 416 },
] as const

export function addBuiltInIndexes(
  { engine }: AccountContext,
  key: Key<'DatabaseCluster'>,
  { num_nodes: nodes, created_at }: Kinds['DatabaseCluster'],
): void {
  const replicas = nodes > 1 ? 1 : 0
  for (const { index_name, size } of builtIn) {
    const counts = { number_of_shards: 1, number_of_replicas: replicas, size: size * (1 + replicas) }
    const fields = { index_name, ...counts, created_time: created_at, status: 'open', health: 'green' } as const
    engine.create('DatabaseIndex', fields, { parent: childPath(key) })
  }
}

export const indexesHooks: HooksByKind = {
  DatabaseIndex: { listQuery: byName, beforeAccess: (call: InCluster, ctx) => void requireClusterOf(['opensearch'], 'indexes', call, ctx) },
}
