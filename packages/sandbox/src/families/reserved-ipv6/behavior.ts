/** Reserved IPv6 addresses. They are kept, and answered, in their shortest spelling; requests may use any. */
import type { Behavior } from '../../engine/call.ts'
import { notFound, unprocessable } from '../../engine/failure.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds } from '../../generated/types.ts'
import type { FamilyBehavior } from '../family.ts'
import { heldBy } from '../../shared/addresses.ts'
import { openRegion } from '../../shared/open-region.ts'

/** RFC 5952, as URLs write them. @throws Failure 404 */
export function shortest(address: string): string {
  const url = `http://[${address}]/`
  if (!URL.canParse(url)) throw notFound()
  return new URL(url).hostname.slice(1, -1)
}

export function ipv6Holder({ engine }: World, ip: string): Kinds['Droplet'] | undefined {
  const { dropletId } = engine.hidden('ReservedIpv6', ip)
  return dropletId === undefined ? undefined : engine.find('Droplet', dropletId)
}

const create: Behavior<'reservedIpv6_create'> = ({ body }, world) => {
  const { slug } = openRegion(world, body.region_slug, 'region_slug')
  const ip = shortest(world.ids.ipv6())
  return { reserved_ipv6: world.engine.add('ReservedIpv6', { ip, region_slug: slug, reserved_at: world.clock.stamp() }) }
}

export const reservedIpv6: FamilyBehavior = {
  behaviors: { reservedIpv6_create: create },
  kinds: {
    ReservedIpv6: {
      id: shortest,
      show: (address, _key, world) => ({ ...address, droplet: ipv6Holder(world, address.ip) ?? null }),
      removing: ({ ip }, _key, world) => {
        if (ipv6Holder(world, ip)) throw unprocessable('A droplet has the address. Unassign it first.')
      },
    },
    Droplet: {
      removed: ({ id }, _key, { engine }) => {
        for (const { ip } of engine.all('ReservedIpv6', { where: heldBy(id) })) engine.hide('ReservedIpv6', ip, { dropletId: undefined })
      },
    },
  },
}
