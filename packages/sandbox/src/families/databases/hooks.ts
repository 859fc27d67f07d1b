import { finishChange } from './cluster-changes.ts'
import { serializeCluster } from './cluster-state.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  DatabaseCluster: {
    onEnter: {
      online: (cluster, _key, ctx) => {
        finishChange(cluster, ctx)
      },
    },
    serialize: (cluster, _key, ctx) => serializeCluster(cluster, ctx),
  },
}
