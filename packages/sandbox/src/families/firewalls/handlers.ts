/** Firewalls. A change is `waiting` for a few seconds until it is applied to the droplets. */
import type { Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import { type Coverage, listCovered, parseCoverage, listDroplets, listTags } from './coverage.ts'
import { addRules, parseRules, type Rules, removeRules } from './rules.ts'
import { scheduleIn } from '../../shared/schedule-job.ts'
import type { Handlers, Jobs } from '../family.ts'
import { removeDroplet, type Firewall, type Fields } from './firewall-targets.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** Number of changes. */
    Firewall: { change?: number }
  }
}

const secondsToReachDroplets = 5

/** @throws Failure 422 */
function parseWhole(ctx: AccountContext, body: Operations['firewalls_create']['body']): Coverage & Rules {
  const rules = parseRules(ctx, body)
  if (rules.inbound_rules.length === 0 && rules.outbound_rules.length === 0) throw unprocessable('must have at least one rule')
  return { ...rules, ...parseCoverage(ctx, body) }
}

type ChangesPart = `firewalls_${'droplets' | 'rules' | 'tags'}_${'add' | 'remove'}`

/** Changes a part of a firewall, without a response body. */
function change({ path }: Pick<Call<ChangesPart>, 'path'>, ctx: AccountContext, next: (firewall: Firewall) => Fields): undefined {
  apply(ctx, path.firewall_id, next(ctx.engine.get('Firewall', path.firewall_id)))
}

/** Sets the fields and records the droplets with pending changes. */
/** Fields of a new firewall before `apply` sets them, so that every covered droplet has a pending change. */
const noRules = { inbound_rules: [], outbound_rules: [], droplet_ids: [], tags: [], pending_changes: [] }

function apply(ctx: AccountContext, id: string, fields: Fields): Firewall {
  const { engine } = ctx
  const before = engine.get('Firewall', id)
  const after = { ...before, ...fields }
  const had = new Set(listCovered(ctx, before))
  const has = listCovered(ctx, after)
  const isOther = rulesText(before) !== rulesText(after)
  const changes = new Map(before.pending_changes.map((each) => [each.droplet_id, each]))
  for (const droplet of has) {
    if (isOther || !had.has(droplet)) changes.set(droplet, { droplet_id: droplet, removing: false, status: 'waiting' })
  }
  for (const droplet of had) {
    if (!has.includes(droplet)) changes.set(droplet, { droplet_id: droplet, removing: true, status: 'waiting' })
  }
  const isWaiting = changes.size > 0
  const firewall = engine.setFields('Firewall', id, {
    ...fields,
    status: isWaiting ? 'waiting' : 'succeeded',
    pending_changes: [...changes.values()],
  })
  const number = (engine.getHidden('Firewall', id).change ?? 0) + 1
  engine.setHidden('Firewall', id, { change: number })
  if (isWaiting) scheduleIn(ctx, secondsToReachDroplets, 'firewalls.settle', { id, change: number } satisfies Settle)
  return firewall
}

const rulesText = ({ inbound_rules: inbound, outbound_rules: outbound }: Rules) => JSON.stringify([inbound, outbound])

interface Settle {
  readonly id: string
  readonly change: number
}

/** Ends the last change; earlier ones end with it. */
function settle({ id, change: number }: Settle, { engine }: AccountContext): void {
  if (engine.find('Firewall', id) && engine.getHidden('Firewall', id).change === number)
    engine.setFields('Firewall', id, { status: 'succeeded', pending_changes: [] })
}

export const handlers = {
  firewalls_create: ({ body }, ctx) => {
    const fields = parseWhole(ctx, body)
    const { id } = ctx.engine.create('Firewall', { name: body.name, ...noRules }, { lifecycle: false })
    return { firewall: apply(ctx, id, fields) }
  },
  firewalls_update: ({ path, body }, ctx) => {
    ctx.engine.get('Firewall', path.firewall_id)
    return { firewall: apply(ctx, path.firewall_id, { name: body.name, ...parseWhole(ctx, body) }) }
  },
  firewalls_droplets_add: (call, ctx) =>
    change(call, ctx, ({ droplet_ids: ids }) => ({
      droplet_ids: [...new Set([...ids, ...listDroplets(ctx, call.body.droplet_ids)])],
    })),
  firewalls_droplets_remove: (call, ctx) =>
    change(call, ctx, ({ droplet_ids: ids }) => ({ droplet_ids: ids.filter((id) => !call.body.droplet_ids.includes(id)) })),
  firewalls_tags_add: (call, ctx) =>
    change(call, ctx, ({ tags }) => ({ tags: listTags(ctx, [...tags, ...listTags(ctx, call.body.tags)]) })),
  firewalls_tags_remove: (call, ctx) => {
    const gone = new Set(call.body.tags?.map((name) => name.toLowerCase()))
    change(call, ctx, ({ tags }) => ({ tags: tags.filter((name) => !gone.has(name.toLowerCase())) }))
  },
  firewalls_rules_add: (call, ctx) => change(call, ctx, (firewall) => addRules(firewall, parseRules(ctx, call.body))),
  firewalls_rules_remove: (call, ctx) => change(call, ctx, (firewall) => removeRules(firewall, parseRules(ctx, call.body, false))),
} satisfies Handlers

export const jobs: Jobs = { 'firewalls.settle': settle, 'firewalls.letGo': removeDroplet }
