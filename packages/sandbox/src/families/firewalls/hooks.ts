import { runAfterLag } from '../../engine/lag.ts'
import { isSameName } from '../../engine/values.ts'
import { letGo, forget } from './firewall-targets.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  Droplet: { afterDelete: ({ id }, _key, ctx) => runAfterLag(ctx, 'firewallMembership', 'firewalls.letGo', letGo, { id }) },
  LoadBalancer: { afterDelete: ({ id }, _key, ctx) => forget(ctx, 'load_balancer_uids', id) },
  KubernetesCluster: { afterDelete: ({ id }, _key, ctx) => forget(ctx, 'kubernetes_ids', id) },
  // A firewall may only name tags that exist.
  Tag: {
    afterDelete: ({ name }, _key, ctx) =>
      forget(ctx, 'tags', name, ({ tags }) => ({ tags: tags.filter((other) => !isSameName(other, name)) })),
  },
}
