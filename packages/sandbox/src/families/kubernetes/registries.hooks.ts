import { changeRegistries, excludeNames } from './registry-connections.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const registriesHooks: HooksByKind = {
  Registry: {
    // Disconnects a deleted registry from all clusters.
    afterDelete: ({ name }, _key, ctx) => {
      for (const cluster of ctx.engine.list('KubernetesCluster', { where: [{ field: 'registries[]', equals: name }] }))
        changeRegistries(ctx, cluster, excludeNames, [name])
    },
  },
}
