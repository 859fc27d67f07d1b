/** Reserved IPv6 addresses. They are kept, and answered, in their shortest spelling; requests may use any. */
import type { Call } from '../../engine/call.ts'
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

export const reservedIpv6: FamilyBehavior = {
  kinds: {
    ReservedIpv6: {
      id: shortest,
      making: ({ body }: Call<'reservedIpv6_create'>, world) => {
        const { slug } = openRegion(world, body.region_slug, 'region_slug')
        return { fields: { ip: shortest(world.ids.ipv6()), region_slug: slug, reserved_at: world.clock.stamp(), droplet: null } }
      },
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
