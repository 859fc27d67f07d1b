/** Changes of firewalls. A change is `waiting` until it has reached its droplets, a few seconds later. */
import type { AccountContext } from '../../engine/account-context.ts'
import { listCovered } from './coverage.ts'
import { removeDroplet, type Firewall } from './firewall-targets.ts'
import type { Rules } from './rules.ts'
import { scheduleIn } from '../../shared/schedule-job.ts'
import type { Jobs } from '../family.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** Number of changes. */
    Firewall: { change?: number }
  }
}

const secondsToReachDroplets = 5

/** Fields of a firewall before its first change, so that every droplet it covers has a pending change. */
export const noRules = { inbound_rules: [], outbound_rules: [], droplet_ids: [], tags: [], pending_changes: [] }

/** Marks the droplets that a change concerns as waiting for it. */
export function trackChange(ctx: AccountContext, before: Firewall, after: Firewall): void {
  const { engine } = ctx
  const { id } = after
  const had = new Set(listCovered(ctx, before))
  const has = listCovered(ctx, after)
  const isOther = formatRules(before) !== formatRules(after)
  const changes = new Map(before.pending_changes.map((each) => [each.droplet_id, each]))
  for (const droplet of has) {
    if (isOther || !had.has(droplet)) changes.set(droplet, { droplet_id: droplet, removing: false, status: 'waiting' })
  }
  for (const droplet of had) {
    if (!has.includes(droplet)) changes.set(droplet, { droplet_id: droplet, removing: true, status: 'waiting' })
  }
  const isWaiting = changes.size > 0
  engine.setFields('Firewall', id, { status: isWaiting ? 'waiting' : 'succeeded', pending_changes: [...changes.values()] })
  const number = (engine.getHidden('Firewall', id).change ?? 0) + 1
  engine.setHidden('Firewall', id, { change: number })
  if (isWaiting) scheduleIn(ctx, secondsToReachDroplets, 'firewalls.settle', { id, change: number } satisfies Settle)
}

const formatRules = ({ inbound_rules: inbound, outbound_rules: outbound }: Rules) => JSON.stringify([inbound, outbound])

interface Settle {
  readonly id: string
  readonly change: number
}

/** The last change has reached every droplet; an earlier one settles with it. */
function settle({ id, change: number }: Settle, { engine }: AccountContext): void {
  if (engine.find('Firewall', id) && engine.getHidden('Firewall', id).change === number)
    engine.setFields('Firewall', id, { status: 'succeeded', pending_changes: [] })
}

export const jobs: Jobs = { 'firewalls.settle': settle, 'firewalls.letGo': removeDroplet }
