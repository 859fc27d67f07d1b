import type { HooksByKind } from '../../engine/hooks.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { type Cluster, saveCluster } from './clusters.ts'

export type Change = (before: readonly string[], names: readonly string[]) => string[]

export const excludeNames: Change = (before, names) => before.filter((name) => !names.includes(name))

export function changeRegistries(ctx: AccountContext, { id, registries: before }: Cluster, change: Change, names: readonly string[]): void {
  const registries = change(before ?? [], names)
  saveCluster(ctx, id, { registries: registries.length === 0 ? null : registries, registry_enabled: registries.length > 0 })
}

export const registriesHooks: HooksByKind = {
  Registry: {
    // Disconnects a deleted registry from all clusters.
    afterDelete: ({ name }, _key, ctx) => {
      for (const cluster of ctx.engine.list('KubernetesCluster', { where: [{ field: 'registries[]', equals: name }] }))
        changeRegistries(ctx, cluster, excludeNames, [name])
    },
  },
}
