/** Reserved IPs, under this name and under the older one, floating IPs: one state, and answers under both names where the older one is asked for. */
import type { Behavior, Call, Reply } from '../../engine/call.ts'
import { notFound, unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { FamilyBehavior } from '../family.ts'
import { addressKey, addressUrn, checkHasNone, describeAddress, findDroplet, startMove } from '../../shared/addresses.ts'
import { openRegion } from '../../shared/open-region.ts'
import { fileUnder, forgetPlace, placeOf } from '../../shared/project-urns.ts'

const isOlder = (call: Call) => call.operation.id.startsWith('floatingIps_')

export const list: Behavior = (call, world) => {
  const { texts, total } = world.engine.list({ kind: 'ReservedIp', order: 'newest', page: readPage(call) })
  const described = (JSON.parse(`[${texts}]`) as Value[]).map((address) => JSON.stringify(describeAddress(world, address)))
  const root = { key: 'reserved_ips', many: true, ...(isOlder(call) && { also: ['floating_ips'] }) } as const
  return replyPage({ ...call, operation: { ...call.operation, root } }, 'reserved_ips', { texts: described.join(','), total })
}

export const get: Behavior = (call, world) => reply(call, world, world.engine.get(keyOf(call)))

export const create: Behavior = (call, world) => {
  const { droplet_id: dropletId, region: asked, project_id: projectId } = readBody(call)
  const { engine, ids } = world
  const droplet = dropletId === undefined ? undefined : findDroplet(world, dropletId)
  if (droplet) checkHasNone(world, droplet)
  const region = { ...openRegion(world, droplet ? (droplet['region'] as Value)['slug'] : asked) }
  checkRoom(world)
  const { ip } = engine.create('ReservedIp', { ip: ids.ipv4(), region: region['slug'] })
  const key = addressKey(ip)
  fileUnder(world, addressUrn(ip), droplet ? placeOf(world, `do:droplet:${String(droplet['id'])}`)?.['project'] : projectId)
  const action = droplet && startMove(world, { key, region, droplet, seconds: call.operation.action?.seconds })
  const link = (rel: string, path: string, id: unknown) => ({ id, rel, href: `${call.origin}/v2/${path}/${String(id)}` })
  return reply(call, world, engine.get(key), {
    links:
      droplet && action
        ? { droplets: [link('droplet', 'droplets', droplet['id'])], actions: [link('assign_ip', 'actions', action['id'])] }
        : {},
  })
}

export const remove: Behavior = (call, world) => {
  const key = keyOf(call)
  world.engine.text(key)
  world.actions.assertFree([key])
  if (world.engine.hidden(key)['isBrought'] === true) throw unprocessable('The address is of a brought prefix. Unassign it instead.')
  world.engine.remove(key)
  forgetPlace(world, addressUrn(key.id))
  return {}
}

function reply(call: Call, world: World, address: Value, rest: Value = {}): Reply {
  const described = describeAddress(world, address)
  return { body: JSON.stringify({ ...(isOlder(call) && { floating_ip: described }), reserved_ip: described, ...rest }) }
}

/** @throws Failure 404 */
function keyOf(call: Call): ReturnType<typeof addressKey> {
  const address = call.path['reserved_ip'] ?? call.path['floating_ip']
  if (address === undefined) throw notFound()
  return addressKey(address)
}

/** What was brought along does not count. */
function checkRoom({ engine, store }: World): void {
  const [account] = engine.all({ kind: 'Account' })
  const limit = Number(account?.['reserved_ip_limit'])
  const brought = store.count({ kind: 'ReservedIp', where: [{ field: 'isBrought', equals: true, hidden: true }] })
  if (store.count({ kind: 'ReservedIp' }) - brought >= limit)
    throw unprocessable(`This would be more than the ${limit} reserved IPs that the account may hold.`)
}

export const reservedIps: FamilyBehavior = {
  operations: { reservedIps_list: list, reservedIps_get: get, reservedIps_create: create, reservedIps_delete: remove },
}
