/** Changes of firewalls. A change is `waiting` until it has reached its droplets, a few seconds later. */
import type { AccountContext } from '../../engine/account-context.ts'
import { removeDroplet, type Firewall } from './firewall-targets.ts'
import type { Rules } from './rules.ts'
import type { Jobs } from '../family.ts'

export interface Coverage {
  readonly droplet_ids: readonly number[]
  readonly tags: readonly string[]
}

/** Lists the droplets that are named or carry one of the tags now. */
function listCovered({ engine }: AccountContext, { droplet_ids: ids, tags }: Coverage): number[] {
  const taggedDroplets = tags.flatMap((tag) => engine.list('Droplet', { where: [{ field: 'tags[]', equals: tag, ignoreCase: true }] }))
  return [...new Set([...ids, ...taggedDroplets.map(({ id }) => id)])]
}

/** Fields of a firewall before its first change, so that every droplet it covers has a pending change. */
export const noRules = { inbound_rules: [], outbound_rules: [], droplet_ids: [], tags: [], pending_changes: [] }

/** Marks the droplets that a change concerns as waiting for it. */
export function trackChange(ctx: AccountContext, before: Firewall, after: Firewall): void {
  const { engine } = ctx
  const { id } = after
  const coveredBefore = new Set(listCovered(ctx, before))
  const has = listCovered(ctx, after)
  const isOther = formatRules(before) !== formatRules(after)
  const changes = new Map(before.pending_changes.map((each) => [each.droplet_id, each]))
  for (const droplet of has) {
    if (isOther || !coveredBefore.has(droplet)) changes.set(droplet, { droplet_id: droplet, removing: false, status: 'waiting' })
  }
  for (const droplet of coveredBefore) {
    if (!has.includes(droplet)) changes.set(droplet, { droplet_id: droplet, removing: true, status: 'waiting' })
  }
  // The lifecycle sets `waiting`, and `succeeded` after a few seconds.
  engine.setFields('Firewall', id, { pending_changes: [...changes.values()], ...(changes.size === 0 && { status: 'succeeded' }) })
}

const formatRules = ({ inbound_rules: inbound, outbound_rules: outbound }: Rules) => JSON.stringify([inbound, outbound])

export const jobs: Jobs = { 'firewalls.letGo': removeDroplet }
