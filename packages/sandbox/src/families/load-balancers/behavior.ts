/** Load balancers: `new` until they have an address, and busy for a moment after their settings were replaced. */
import type { Behavior, Call } from '../../engine/call.ts'
import { Failure, unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage, replyValues } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import type { FamilyBehavior } from '../family.ts'
import { removeRecords, writeRecords } from './dns-records.ts'
import { readForwardingRules, takeForwardingRules } from './forwarding-rules.ts'
import { readSettings } from './read-settings.ts'
import { listTargets, readTargetDroplets } from './targets.ts'
import { later } from '../../shared/later.ts'
import { forgetLoadBalancer } from '../firewalls/index.ts'
import { fileUnder, projectIdOf } from '../../shared/project-urns.ts'
import { takeAddress } from '../../shared/read-vpc.ts'

const secondsToStart = 20
const secondsToChange = 5

const balancerKey = (id: unknown): Key => ({ kind: 'LoadBalancer', id: String(id) })
const urnOf = (id: unknown) => `do:loadbalancer:${String(id)}`
const keyOf = (call: Call) => balancerKey(call.path['lb_id'])

/** As replies show it: its project and, by tag, its droplets as they are at this moment. */
function describe(world: World, balancer: Value): Value {
  return { ...balancer, project_id: projectIdOf(world, urnOf(balancer['id'])), droplet_ids: listTargets(world, balancer) }
}

const reply = (world: World, key: Key) => ({ body: JSON.stringify({ load_balancer: describe(world, world.engine.get(key)) }) })

const list: Behavior = (call, world) => {
  const names = readWanted(call, 'names')
  const ids = readWanted(call, 'uuids')
  if (!names && !ids) {
    const { texts, total } = world.engine.list({ kind: 'LoadBalancer', order: 'newest', page: readPage(call) })
    const described = (JSON.parse(`[${texts}]`) as Value[]).map((balancer) => JSON.stringify(describe(world, balancer)))
    return replyPage(call, 'load_balancers', { texts: described.join(','), total })
  }
  const wanted = ({ name, id }: Value) => (names?.has(name) ?? true) && (ids?.has(id) ?? true)
  const found = world.engine.all({ kind: 'LoadBalancer', order: 'newest' }).filter(wanted)
  return replyValues(
    call,
    'load_balancers',
    found.map((balancer) => describe(world, balancer)),
  )
}

/** Clients repeat the parameter or write all values into one, with commas between. */
function readWanted({ query }: Call, parameter: string): ReadonlySet<unknown> | undefined {
  const given = [query[parameter] ?? []].flat().flatMap((text) => String(text).split(','))
  return given.length === 0 ? undefined : new Set(given)
}

const create: Behavior = (call, world) => {
  const body = readBody(call)
  const settings = readSettings(world, body)
  const { id } = world.engine.create('LoadBalancer', { ip: '' }, { lifecycle: false })
  // Set, not merged with the blank: what a load balancer of its type does not have must not be there.
  world.engine.change(balancerKey(id), settings)
  if (body['validate_only'] === true) {
    const answer = reply(world, balancerKey(id))
    world.engine.remove(balancerKey(id))
    return answer
  }
  if (typeof body['ip'] === 'string') world.engine.hide(balancerKey(id), { ip: body['ip'] })
  fileUnder(world, urnOf(id), body['project_id'])
  later(world, secondsToStart, 'loadBalancers.start', { id })
  return reply(world, balancerKey(id))
}

const replace: Behavior = (call, world) => {
  const before = world.engine.get(keyOf(call))
  if (before['status'] === 'new' || world.engine.hidden(keyOf(call))['busy'] === true)
    throw new Failure(403, "Load Balancer can't be updated while it processes previous actions")
  const settings = readSettings(world, readBody(call), before)
  world.engine.change(keyOf(call), { ...settings, ...addressV6(world, settings, before) })
  fileUnder(world, urnOf(before['id']), readBody(call)['project_id'])
  writeRecords(world, keyOf(call))
  world.engine.hide(keyOf(call), { busy: true })
  later(world, secondsToChange, 'loadBalancers.settle', { id: before['id'] })
  return reply(world, keyOf(call))
}

const remove: Behavior = (call, world) => {
  const key = keyOf(call)
  world.engine.text(key)
  removeRecords(world, key)
  world.engine.remove(key)
  forgetLoadBalancer(world, key.id)
  return {}
}

const purgeCache: Behavior = (call, { engine }) => {
  const { cdn } = (engine.get(keyOf(call))['glb_settings'] ?? {}) as { readonly cdn?: { readonly is_enabled: boolean } }
  if (cdn?.is_enabled !== true) throw unprocessable('The load balancer has no CDN switched on.')
  return {}
}

const changeDroplets =
  (isAdding: boolean): Behavior =>
  (call, world) => {
    const balancer = world.engine.get(keyOf(call))
    if (balancer['tag'] !== '') throw unprocessable('droplet_ids: the droplets of this load balancer are chosen by its tag.')
    const given = readBody(call)['droplet_ids'] as readonly number[]
    if (given.length === 0) throw unprocessable('need to provide either a tag or a list of droplets')
    const before = balancer['droplet_ids'] as readonly number[]
    const region = (balancer['region'] as Value | undefined)?.['slug']
    const spot = region === undefined ? undefined : { region: String(region), vpc: String(balancer['vpc_uuid']) }
    const after = isAdding
      ? [...new Set([...before, ...readTargetDroplets(world, given, spot)])]
      : before.filter((id) => !given.includes(id))
    world.engine.change(keyOf(call), { droplet_ids: after })
    return {}
  }

const addRules: Behavior = (call, world) => {
  const { forwarding_rules: before, type } = world.engine.get(keyOf(call)) as { forwarding_rules: Value[]; type: string }
  const more = readForwardingRules(world, readBody(call)['forwarding_rules'], type, before)
  return setRules(call, world, [...before, ...more])
}

const removeRules: Behavior = (call, world) => {
  const { forwarding_rules: before } = world.engine.get(keyOf(call)) as { forwarding_rules: Value[] }
  return setRules(call, world, takeForwardingRules(before, readBody(call)['forwarding_rules']))
}

/** One that is new has no address yet for records to lead to. */
function setRules(call: Call, world: World, rules: readonly Value[]): ReturnType<Behavior> {
  const balancer = world.engine.change(keyOf(call), { forwarding_rules: rules })
  if (balancer['status'] === 'active') writeRecords(world, keyOf(call))
  return {}
}

function addressV6({ ids }: World, { network_stack: stack }: Value, { ipv6: before }: Value): Value {
  if (stack !== 'DUALSTACK') return { ipv6: '' }
  return { ipv6: before === '' ? ids.ipv6() : before }
}

/** It has been made: now it has its addresses. */
function start({ id }: { readonly id: string }, world: World): void {
  const balancer = world.engine.find(balancerKey(id))
  if (!balancer) return
  const vpc = balancer['network'] === 'INTERNAL' ? world.engine.find({ kind: 'Vpc', id: String(balancer['vpc_uuid']) }) : undefined
  const ip = world.engine.hidden(balancerKey(id))['ip'] ?? (vpc ? takeAddress(world, vpc) : world.ids.ipv4())
  world.engine.change(balancerKey(id), { status: 'active', ip, ...addressV6(world, balancer, balancer) })
  writeRecords(world, balancerKey(id))
}

function settle({ id }: { readonly id: string }, { engine }: World): void {
  if (engine.find(balancerKey(id))) engine.hide(balancerKey(id), { busy: false })
}

export const loadBalancers: FamilyBehavior = {
  operations: {
    loadBalancers_list: list,
    loadBalancers_create: create,
    loadBalancers_get: (call, world) => reply(world, keyOf(call)),
    loadBalancers_update: replace,
    loadBalancers_delete: remove,
    loadBalancers_purge_cache: purgeCache,
    loadBalancers_add_droplets: changeDroplets(true),
    loadBalancers_remove_droplets: changeDroplets(false),
    loadBalancers_add_forwarding_rules: addRules,
    loadBalancers_remove_forwarding_rules: removeRules,
  },
  due: { 'loadBalancers.start': start, 'loadBalancers.settle': settle },
}
