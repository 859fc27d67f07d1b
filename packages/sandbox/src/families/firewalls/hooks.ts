import type { Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { runAfterLag } from '../../engine/lag.ts'
import { isSameName, uniqueTags } from '../../engine/values.ts'
import { noRules, trackChange } from './changes.ts'
import { removeDroplet, removeTarget } from './firewall-targets.ts'
import { addRules, parseRules, removeRules } from './rules.ts'

/** @throws Failure 422 */
function parseFirewall(body: Call<'firewalls_create' | 'firewalls_update'>['body']) {
  const rules = parseRules(body)
  if (rules.inbound_rules.length === 0 && rules.outbound_rules.length === 0) throw unprocessable('must have at least one rule')
  return { ...rules, droplet_ids: [...new Set(body.droplet_ids)], tags: uniqueTags(body.tags ?? []) }
}

const firewall: ResourceHooks<'Firewall'> = {
  parseCreate: ({ body }: Call<'firewalls_create'>) => ({
    fields: { name: body.name, ...noRules },
    set: parseFirewall(body),
  }),
  parseUpdate: ({ body }: Call<'firewalls_update'>) => ({ set: { name: body.name, ...parseFirewall(body) } }),
  operations: {
    firewalls_rules_add: ({ body }, _ctx, before) => ({ set: addRules(before, parseRules(body)) }),
    firewalls_rules_remove: ({ body }, _ctx, before) => ({ set: removeRules(before, parseRules(body)) }),
  },
  onEnter: { succeeded: () => ({ pending_changes: [] }) },
  afterUpdate: (value, _key, ctx, before = { ...value, ...noRules }) => trackChange(ctx, before, value),
}

export const hooks: HooksByKind = {
  Firewall: firewall,
  Droplet: { afterDelete: ({ id }, _key, ctx) => runAfterLag(ctx, 'firewallMembership', 'firewalls.letGo', removeDroplet, { id }) },
  LoadBalancer: { afterDelete: ({ id }, _key, ctx) => removeTarget(ctx, 'load_balancer_uids', id) },
  KubernetesCluster: { afterDelete: ({ id }, _key, ctx) => removeTarget(ctx, 'kubernetes_ids', id) },
  // A firewall may only name tags that exist.
  Tag: {
    afterDelete: ({ name }, _key, ctx) =>
      removeTarget(ctx, 'tags', name, ({ tags }) => ({ tags: tags.filter((other) => !isSameName(other, name)) })),
  },
}
