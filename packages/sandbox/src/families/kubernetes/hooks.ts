import { withoutTag } from '../../engine/values.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { openControlPlane } from './clusters.ts'
import { destroyMachines } from './nodes.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

const isOwn = (tag: string) => !/^k8s(?::|$)/.test(tag)

/** Removes a deleted tag from clusters and pools, except the platform's own tags, by which they are found. */
function removeTag({ engine }: AccountContext, tag: string): void {
  if (!isOwn(tag)) return
  for (const { id, tags: names, node_pools: pools } of engine.list('KubernetesCluster')) {
    const tags = withoutTag(names, tag)
    const isPool = pools.some((pool) => withoutTag(pool.tags, tag))
    if (!tags && !isPool) continue
    const left = pools.map((pool) => ({ ...pool, tags: withoutTag(pool.tags, tag) ?? pool.tags }))
    engine.setFields('KubernetesCluster', id, { tags: tags ?? names, node_pools: left })
  }
}

export const hooks: HooksByKind = {
  KubernetesCluster: {
    onEnter: { running: (cluster, _key, ctx, { from }) => (from === 'provisioning' ? openControlPlane(cluster, ctx) : {}) },
    // Deletes the droplets of the nodes. Resources that the workloads created are kept.
    afterDelete: ({ node_pools: pools }, _key, ctx) => {
      for (const { nodes } of pools) destroyMachines(ctx, nodes)
    },
  },
  Tag: { afterDelete: ({ name }, _key, ctx) => removeTag(ctx, name) },
}
