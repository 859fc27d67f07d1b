/** Firewalls. A change is `waiting` until it has reached the droplets it concerns, which a few seconds bring about. */
import type { Behavior, Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import type { FamilyBehavior } from '../family.ts'
import { type Coverage, listCovered, readCoverage, readDroplets, readTags } from './coverage.ts'
import { addRules, directions, readRules, type Rules, takeRules } from './rules.ts'
import { later } from '../../shared/later.ts'
import { letGo } from './references.ts'

type Firewall = Coverage & Rules & { readonly pending_changes: readonly PendingChange[] }

interface PendingChange {
  readonly droplet_id: number
  readonly removing: boolean
  readonly status: string
}

const secondsToReachDroplets = 5

const keyOf = (call: Call): Key => ({ kind: 'Firewall', id: String(call.path['firewall_id']) })

/** A stored firewall has these fields always. */
const read = ({ engine }: World, key: Key) => engine.get(key) as unknown as Firewall

const create: Behavior = (call, world) => {
  const fields = readWhole(world, readBody(call))
  const { id } = world.engine.create('Firewall', { name: readBody(call)['name'] }, { lifecycle: false })
  return reply(apply(world, { kind: 'Firewall', id: String(id) }, fields))
}

const replace: Behavior = (call, world) => {
  read(world, keyOf(call))
  const fields = { name: readBody(call)['name'], ...readWhole(world, readBody(call)) }
  return reply(apply(world, keyOf(call), fields))
}

/** @throws Failure 422 */
function readWhole(world: World, body: Value): Coverage & Rules {
  const rules = readRules(world, body)
  if (directions.every(({ list }) => rules[list].length === 0)) throw unprocessable('must have at least one rule')
  return { ...rules, ...readCoverage(world, body) }
}

/** One that changes only a part, and answers nothing. */
const changing =
  (change: (firewall: Firewall, body: Value, world: World) => Partial<Firewall>): Behavior =>
  (call, world) => {
    apply(world, keyOf(call), change(read(world, keyOf(call)), readBody(call), world))
    return {}
  }

const addDroplets = changing(({ droplet_ids: ids }, body, world) => ({
  droplet_ids: [...new Set([...ids, ...readDroplets(world, body['droplet_ids'])])],
}))

const removeDroplets = changing(({ droplet_ids: ids }, body) => {
  const gone = new Set(body['droplet_ids'] as readonly number[])
  return { droplet_ids: ids.filter((id) => !gone.has(id)) }
})

const addTags = changing(({ tags }, body, world) => ({ tags: readTags(world, [...tags, ...readTags(world, body['tags'])]) }))

const removeTags = changing(({ tags }, body) => {
  const gone = new Set(((body['tags'] ?? []) as readonly string[]).map((name) => name.toLowerCase()))
  return { tags: tags.filter((name) => !gone.has(name.toLowerCase())) }
})

const changeRules = (combine: typeof addRules, mustExist: boolean) =>
  changing((firewall, body, world) => {
    const given = readRules(world, body, mustExist)
    return Object.fromEntries(directions.map(({ list }) => [list, combine(firewall[list], given[list])]))
  })

/** Sets the fields and notes which droplets are behind now. */
function apply(world: World, key: Key, fields: Partial<Firewall>): Value {
  const { engine } = world
  const before = read(world, key)
  const after = { ...before, ...fields }
  const had = new Set(listCovered(world, before))
  const has = listCovered(world, after)
  const isOther = directions.some(({ list }) => JSON.stringify(before[list]) !== JSON.stringify(after[list]))
  const changes = new Map(before.pending_changes.map((change) => [change.droplet_id, change]))
  for (const id of has) {
    if (isOther || !had.has(id)) changes.set(id, { droplet_id: id, removing: false, status: 'waiting' })
  }
  for (const id of had) if (!has.includes(id)) changes.set(id, { droplet_id: id, removing: true, status: 'waiting' })
  const isWaiting = changes.size > 0
  const firewall = engine.change(key, { ...fields, status: isWaiting ? 'waiting' : 'succeeded', pending_changes: [...changes.values()] })
  const change = Number(engine.hidden(key)['change'] ?? 0) + 1
  engine.hide(key, { change })
  if (isWaiting) later(world, secondsToReachDroplets, 'firewalls.settle', { id: key.id, change })
  return firewall
}

/** The last change has reached every droplet; an earlier one settles with it. */
function settle({ id, change }: { readonly id: string; readonly change: number }, { engine }: World): void {
  const key: Key = { kind: 'Firewall', id }
  if (engine.find(key) && engine.hidden(key)['change'] === change) engine.change(key, { status: 'succeeded', pending_changes: [] })
}

const reply = (firewall: Value) => ({ body: JSON.stringify({ firewall }) })

export const firewalls: FamilyBehavior = {
  operations: {
    firewalls_create: create,
    firewalls_update: replace,
    firewalls_add_droplets: addDroplets,
    firewalls_remove_droplets: removeDroplets,
    firewalls_add_tags: addTags,
    firewalls_remove_tags: removeTags,
    firewalls_add_rules: changeRules(addRules, true),
    firewalls_remove_rules: changeRules(takeRules, false),
  },
  due: { 'firewalls.settle': settle, 'firewalls.letGo': letGo },
}
