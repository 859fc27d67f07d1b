/** IPv4 ranges that the account brings along. Their addresses are moved to droplets like reserved IPs. */
import { listUsers } from '../../auth/users.ts'
import type { Behavior } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import { openKey, readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { FamilyBehavior } from '../family.ts'
import { addressKey, holderOf } from '../../shared/addresses.ts'
import { openRegion } from '../../shared/open-region.ts'
import { overlap, readRange } from '../../shared/prefixes.ts'
import { defaultProject } from '../../shared/project-urns.ts'

const checks = ['signature', 'route_origin']
/** What the platform's own addresses are taken from. */
const platformRange = readRange('198.18.0.0/15')

const create: Behavior = (call, world) => {
  const { engine, store, clock, settings, platform } = world
  const { prefix, region } = readBody(call)
  const range = readRange(String(prefix))
  if (range.hasHostBits) throw unprocessable('prefix: has host bits set.')
  const { slug } = openRegion(world, region)
  const accounts = listUsers(platform.store).map(({ account }) => platform.worldOf(account).engine)
  const brought = accounts.flatMap((each) => each.all({ kind: 'ByoipPrefix' })).map((other) => readRange(String(other['prefix'])))
  if (overlap(platformRange, range))
    throw conflict(`prefix: ${String(prefix)} overlaps 198.18.0.0/15, from which the platform gives its own addresses.`)
  if (brought.some((other) => overlap(other, range))) throw conflict(`prefix: ${String(prefix)} overlaps one that was brought already.`)
  const fields = {
    prefix,
    region: slug,
    name: String(prefix).replaceAll(/[./]/g, '-'),
    validations: checks.map((name) => ({ name, status: 'PENDING', note: '' })),
    project_id: defaultProject(world).id,
  }
  const { uuid, status } = engine.create('ByoipPrefix', fields, { lifecycle: false })
  store.schedule({
    at: clock.now() + (settings.actionSeconds ?? 30) * 1000,
    name: 'byoipPrefixes.check',
    payload: JSON.stringify({ uuid }),
  })
  const brief = { uuid, region: slug, status }
  // Flat by the contract; clients look for it by its name, as everywhere else.
  return { body: JSON.stringify({ ...brief, byoip_prefix: brief }) }
}

/** All prefixes pass: any signature is taken. */
function pass({ uuid }: { readonly uuid: string }, { engine }: World): void {
  const key = { kind: 'ByoipPrefix', id: uuid }
  if (engine.find(key)?.['status'] !== 'pending') return
  engine.change(key, { status: 'active', validations: checks.map((name) => ({ name, status: 'PASSED', note: '' })) })
}

const update: Behavior = (call, world) => {
  const key = openKey(call, world)
  const { status, locked, advertised } = world.engine.get(key)
  if (locked === true) throw unprocessable('The prefix is locked.')
  if (status !== 'active') throw unprocessable(`The prefix is ${String(status)}. It can be announced when it is active.`)
  const prefix = world.engine.change(key, { advertised: readBody(call)['advertise'] ?? advertised })
  return { body: JSON.stringify({ byoip_prefix: prefix }) }
}

const remove: Behavior = (call, world) => {
  const { engine } = world
  const key = openKey(call, world)
  const { locked, advertised } = engine.get(key)
  if (locked === true) throw unprocessable('The prefix is locked.')
  if (advertised === true) throw unprocessable('The prefix is announced. Stop that first.')
  const taken = assignments(world, key.id)
  if (taken.length > 0) throw unprocessable(`${String(taken[0]?.['ip'])} is assigned to a droplet. Unassign it first.`)
  engine.remove(key)
  return {}
}

const listIps: Behavior = (call, world) => {
  const key = { kind: 'ByoipPrefix', id: String(call.path['byoip_prefix_uuid']) }
  const { region } = world.engine.get(key)
  const ips = assignments(world, key.id).map(({ ip }) => {
    const { assignment, assignedAt } = world.engine.hidden(addressKey(ip))
    const resource = `do:droplet:${String(holderOf(world, addressKey(ip))?.['id'])}`
    return { id: assignment, byoip: ip, region, resource, assigned_at: assignedAt }
  })
  return replyValues(call, 'ips', ips)
}

function assignments({ engine }: World, prefix: string): Value[] {
  return engine.all({ kind: 'ReservedIp', where: [{ field: 'prefix', equals: prefix, hidden: true }], order: 'newest' })
}

export const byoipPrefixes: FamilyBehavior = {
  operations: {
    byoipPrefixes_create: create,
    byoipPrefixes_update: update,
    byoipPrefixes_delete: remove,
    byoipPrefixes_list_ips: listIps,
  },
  due: { 'byoipPrefixes.check': pass },
}
