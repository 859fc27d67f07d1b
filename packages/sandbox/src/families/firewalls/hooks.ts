import { runAfterLag } from '../../engine/lag.ts'
import { isSameName } from '../../engine/values.ts'
import { removeDroplet, removeTarget } from './firewall-targets.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  Droplet: { afterDelete: ({ id }, _key, ctx) => runAfterLag(ctx, 'firewallMembership', 'firewalls.letGo', removeDroplet, { id }) },
  LoadBalancer: { afterDelete: ({ id }, _key, ctx) => removeTarget(ctx, 'load_balancer_uids', id) },
  KubernetesCluster: { afterDelete: ({ id }, _key, ctx) => removeTarget(ctx, 'kubernetes_ids', id) },
  // A firewall may only name tags that exist.
  Tag: {
    afterDelete: ({ name }, _key, ctx) =>
      removeTarget(ctx, 'tags', name, ({ tags }) => ({ tags: tags.filter((other) => !isSameName(other, name)) })),
  },
}
