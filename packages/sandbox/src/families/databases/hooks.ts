import { show } from './handlers.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  DatabaseCluster: {
    serialize: (cluster, _key, ctx) => show(cluster, ctx),
  },
}
