import { findClusterAbove } from './clusters.ts'
import { checkEngine, finishReplicaChange } from './replicas.ts'
import { type HooksByKind, oldestFirst } from '../../engine/hooks.ts'

export const replicasHooks: HooksByKind = {
  DatabaseReplica: {
    listQuery: oldestFirst,
    onEnter: { online: (_replica, key, ctx) => finishReplicaChange(key, ctx) },
    beforeAccess: ({ operation }, ctx, parent) => {
      const cluster = operation.effect?.kind === 'lists' ? findClusterAbove(parent, ctx) : undefined
      if (cluster) checkEngine(cluster)
    },
  },
}
