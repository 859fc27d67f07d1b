import type { DeepReadonly } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { removeTargetFromRules, type Target } from './rules.ts'

export type Firewall = Kinds['Firewall']

type Fields = Partial<DeepReadonly<Firewall>>

/** Removes a droplet from the firewalls that name it. */
export function removeDroplet({ id }: { readonly id: number }, ctx: AccountContext): void {
  removeTarget(ctx, 'droplet_ids', id, ({ droplet_ids: ids, pending_changes: changes }) => ({
    droplet_ids: ids.filter((other) => other !== id),
    pending_changes: changes.filter(({ droplet_id: other }) => other !== id),
  }))
}

/** Removes a deleted resource from every firewall and rule. */
export function removeTarget(
  { engine }: AccountContext,
  list: Target,
  member: string | number,
  rest: (firewall: Firewall) => Fields = () => ({}),
): void {
  for (const firewall of engine.list('Firewall')) {
    const after = { ...firewall, ...removeTargetFromRules(firewall, list, member), ...rest(firewall) }
    if (JSON.stringify(after) !== JSON.stringify(firewall)) engine.setFields('Firewall', firewall.id, after)
  }
}
