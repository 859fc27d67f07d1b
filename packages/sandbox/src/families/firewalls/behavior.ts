/** Firewalls. A change is `waiting` until it has reached the droplets it concerns, which a few seconds bring about. */
import type { Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { afterLag } from '../../engine/lag.ts'
import type { Sent } from '../../engine/kinds.ts'
import { isSameName } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import type { FamilyBehavior } from '../family.ts'
import { type Coverage, listCovered, readCoverage, readDroplets, readTags } from './coverage.ts'
import { addRules, dropTarget, readRules, type Rules, takeRules, type Target } from './rules.ts'
import { later } from '../../shared/later.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** How often it was changed. */
    Firewall: { change?: number }
  }
}

type Firewall = Kinds['Firewall']
type Fields = Partial<Sent<Firewall>>

const secondsToReachDroplets = 5

/** @throws Failure 422 */
function readWhole(world: World, body: Operations['firewalls_create']['body']): Coverage & Rules {
  const rules = readRules(world, body)
  if (rules.inbound_rules.length === 0 && rules.outbound_rules.length === 0) throw unprocessable('must have at least one rule')
  return { ...rules, ...readCoverage(world, body) }
}

type ChangesPart = `firewalls_${'droplets' | 'rules' | 'tags'}_${'add' | 'remove'}`

/** Changes a part, and answers nothing. */
function change({ path }: Pick<Call<ChangesPart>, 'path'>, world: World, next: (firewall: Firewall) => Fields): undefined {
  apply(world, path.firewall_id, next(world.engine.get('Firewall', path.firewall_id)))
}

/** Sets the fields and notes which droplets are behind now. */
/** The fields of a new firewall before `apply` sets them, so that every droplet it covers has a pending change. */
const noRules = { inbound_rules: [], outbound_rules: [], droplet_ids: [], tags: [], pending_changes: [] }

function apply(world: World, id: string, fields: Fields): Firewall {
  const { engine } = world
  const before = engine.get('Firewall', id)
  const after = { ...before, ...fields }
  const had = new Set(listCovered(world, before))
  const has = listCovered(world, after)
  const isOther = rulesText(before) !== rulesText(after)
  const changes = new Map(before.pending_changes.map((each) => [each.droplet_id, each]))
  for (const droplet of has) {
    if (isOther || !had.has(droplet)) changes.set(droplet, { droplet_id: droplet, removing: false, status: 'waiting' })
  }
  for (const droplet of had) {
    if (!has.includes(droplet)) changes.set(droplet, { droplet_id: droplet, removing: true, status: 'waiting' })
  }
  const isWaiting = changes.size > 0
  const firewall = engine.change('Firewall', id, {
    ...fields,
    status: isWaiting ? 'waiting' : 'succeeded',
    pending_changes: [...changes.values()],
  })
  const number = (engine.hidden('Firewall', id).change ?? 0) + 1
  engine.hide('Firewall', id, { change: number })
  if (isWaiting) later(world, secondsToReachDroplets, 'firewalls.settle', { id, change: number } satisfies Settle)
  return firewall
}

const rulesText = ({ inbound_rules: inbound, outbound_rules: outbound }: Rules) => JSON.stringify([inbound, outbound])

interface Settle {
  readonly id: string
  readonly change: number
}

/** The last change has reached every droplet; an earlier one settles with it. */
function settle({ id, change: number }: Settle, { engine }: World): void {
  if (engine.find('Firewall', id) && engine.hidden('Firewall', id).change === number)
    engine.change('Firewall', id, { status: 'succeeded', pending_changes: [] })
}

/** Takes a droplet out of the firewalls that name it. */
function letGo({ id }: { readonly id: number }, world: World): void {
  forget(world, 'droplet_ids', id, ({ droplet_ids: ids, pending_changes: changes }) => ({
    droplet_ids: ids.filter((other) => other !== id),
    pending_changes: changes.filter(({ droplet_id: other }) => other !== id),
  }))
}

/** What is gone is named by no rule, and by no firewall itself. */
function forget({ engine }: World, list: Target, gone: string | number, rest: (firewall: Firewall) => Fields = () => ({})): void {
  for (const firewall of engine.all('Firewall')) {
    const after = { ...firewall, ...dropTarget(firewall, list, gone), ...rest(firewall) }
    if (JSON.stringify(after) !== JSON.stringify(firewall)) engine.change('Firewall', firewall.id, after)
  }
}

export const firewalls: FamilyBehavior = {
  behaviors: {
    firewalls_create: ({ body }, world) => {
      const fields = readWhole(world, body)
      const { id } = world.engine.add('Firewall', { name: body.name, ...noRules }, { lifecycle: false })
      return { firewall: apply(world, id, fields) }
    },
    firewalls_update: ({ path, body }, world) => {
      world.engine.get('Firewall', path.firewall_id)
      return { firewall: apply(world, path.firewall_id, { name: body.name, ...readWhole(world, body) }) }
    },
    firewalls_droplets_add: (call, world) =>
      change(call, world, ({ droplet_ids: ids }) => ({
        droplet_ids: [...new Set([...ids, ...readDroplets(world, call.body.droplet_ids)])],
      })),
    firewalls_droplets_remove: (call, world) =>
      change(call, world, ({ droplet_ids: ids }) => ({ droplet_ids: ids.filter((id) => !call.body.droplet_ids.includes(id)) })),
    firewalls_tags_add: (call, world) =>
      change(call, world, ({ tags }) => ({ tags: readTags(world, [...tags, ...readTags(world, call.body.tags)]) })),
    firewalls_tags_remove: (call, world) => {
      const gone = new Set(call.body.tags?.map((name) => name.toLowerCase()))
      change(call, world, ({ tags }) => ({ tags: tags.filter((name) => !gone.has(name.toLowerCase())) }))
    },
    firewalls_rules_add: (call, world) => change(call, world, (firewall) => addRules(firewall, readRules(world, call.body))),
    firewalls_rules_remove: (call, world) => change(call, world, (firewall) => takeRules(firewall, readRules(world, call.body, false))),
  },
  kinds: {
    Droplet: { removed: ({ id }, _key, world) => afterLag(world, 'firewallMembership', 'firewalls.letGo', letGo, { id }) },
    LoadBalancer: { removed: ({ id }, _key, world) => forget(world, 'load_balancer_uids', id) },
    KubernetesCluster: { removed: ({ id }, _key, world) => forget(world, 'kubernetes_ids', id) },
    // A firewall may only name tags that exist.
    Tag: {
      removed: ({ name }, _key, world) =>
        forget(world, 'tags', name, ({ tags }) => ({ tags: tags.filter((other) => !isSameName(other, name)) })),
    },
  },
  due: { 'firewalls.settle': settle, 'firewalls.letGo': letGo },
}
