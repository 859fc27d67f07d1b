import { serializeCluster } from './cluster-reply.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  DatabaseCluster: {
    serialize: (cluster, _key, ctx) => serializeCluster(cluster, ctx),
  },
}
