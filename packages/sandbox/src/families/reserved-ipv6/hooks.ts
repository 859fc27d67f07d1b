/** Reserved IPv6 addresses, stored and returned in their shortest spelling; requests may use any spelling. */
import type { Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { normalizeIp } from '../../engine/object-ids.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { whereDroplet } from '../../shared/addresses.ts'
import { requireRegion } from '../../shared/require-region.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export function ipv6Holder({ engine }: AccountContext, ip: string): Kinds['Droplet'] | undefined {
  const { dropletId } = engine.getHidden('ReservedIpv6', ip)
  return dropletId === undefined ? undefined : engine.find('Droplet', dropletId)
}

export const hooks: HooksByKind = {
  ReservedIpv6: {
    parseCreate: ({ body }: Call<'reservedIpv6_create'>, ctx) => {
      const { slug } = requireRegion(ctx, body.region_slug, 'region_slug')
      return { fields: { ip: normalizeIp(ctx.ids.ipv6()), region_slug: slug, reserved_at: ctx.clock.timestamp(), droplet: null } }
    },
    serialize: (address, _key, ctx) => ({ ...address, droplet: ipv6Holder(ctx, address.ip) ?? null }),
    beforeDelete: ({ ip }, _key, ctx) => {
      if (ipv6Holder(ctx, ip)) throw unprocessable('A droplet has the address. Unassign it first.')
    },
  },
  Droplet: {
    afterDelete: ({ id }, _key, { engine }) => {
      for (const { ip } of engine.list('ReservedIpv6', { where: whereDroplet(id) }))
        engine.setHidden('ReservedIpv6', ip, { dropletId: undefined })
    },
  },
}
