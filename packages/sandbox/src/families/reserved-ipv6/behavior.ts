/** Reserved IPv6 addresses. They are kept, and answered, in their shortest spelling; requests may use any. */
import type { Behavior, Call, Reply } from '../../engine/call.ts'
import { notFound, unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import type { FamilyBehavior } from '../family.ts'
import { openRegion } from '../../shared/open-region.ts'
import { forgetPlace } from '../../shared/project-urns.ts'

/** @throws Failure 404 */
export function ipv6Key(call: Call): Key {
  const ip = shortest(String(call.path['reserved_ipv6']))
  if (ip === undefined) throw notFound()
  return { kind: 'ReservedIpv6', id: ip }
}

/** RFC 5952, as URLs write them. */
function shortest(address: string): string | undefined {
  const url = `http://[${address}]/`
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : undefined
}

export function ipv6Holder({ engine }: World, key: Key): Value | undefined {
  const { dropletId } = engine.hidden(key)
  return typeof dropletId === 'number' ? engine.find({ kind: 'Droplet', id: String(dropletId) }) : undefined
}

function describe(world: World, address: Value): Value {
  return { ...address, droplet: ipv6Holder(world, { kind: 'ReservedIpv6', id: String(address['ip']) }) ?? null }
}

const list: Behavior = (call, world) => {
  const { texts, total } = world.engine.list({ kind: 'ReservedIpv6', order: 'newest', page: readPage(call) })
  const described = (JSON.parse(`[${texts}]`) as Value[]).map((address) => JSON.stringify(describe(world, address)))
  return replyPage(call, 'reserved_ipv6s', { texts: described.join(','), total })
}

const get: Behavior = (call, world) => reply(world, world.engine.get(ipv6Key(call)))

const create: Behavior = (call, world) => {
  const { slug } = openRegion(world, readBody(call)['region_slug'], 'region_slug')
  const ip = shortest(world.ids.ipv6())
  return reply(world, world.engine.create('ReservedIpv6', { ip, region_slug: slug, reserved_at: world.clock.stamp() }))
}

const remove: Behavior = (call, world) => {
  const key = ipv6Key(call)
  world.engine.text(key)
  if (ipv6Holder(world, key)) throw unprocessable('A droplet has the address. Unassign it first.')
  world.engine.remove(key)
  forgetPlace(world, `do:reservedipv6:${key.id}`)
  return {}
}

const reply = (world: World, address: Value): Reply => ({ body: JSON.stringify({ reserved_ipv6: describe(world, address) }) })

export const reservedIpv6: FamilyBehavior = {
  operations: { reservedIpv6_list: list, reservedIpv6_get: get, reservedIpv6_create: create, reservedIpv6_delete: remove },
}
