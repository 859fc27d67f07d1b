import { unprocessable } from '../../engine/failure.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { addressUrn, whereDroplet, findAddressDroplet, releaseAddress } from '../../shared/addresses.ts'
import { getProjectId } from '../../shared/project-urns.ts'

const reservedIp: ResourceHooks<'ReservedIp'> = {
  serialize: (address, _key, ctx) => ({
    ...address,
    droplet: findAddressDroplet(ctx, address.ip) ?? null,
    project_id: getProjectId(ctx, addressUrn(address.ip)),
  }),
  // BYOIP addresses are released with their prefix.
  beforeDelete: ({ ip }, key, { engine, actions }) => {
    actions.requireIdle([key])
    if (engine.getHidden('ReservedIp', ip).isBrought) throw unprocessable('The address is of a brought prefix. Unassign it instead.')
  },
}

export const hooks: HooksByKind = {
  ReservedIp: reservedIp,
  Droplet: {
    afterDelete: ({ id }, _key, ctx) => {
      for (const { ip } of ctx.engine.list('ReservedIp', { where: whereDroplet(id) })) releaseAddress(ctx, ip)
    },
  },
}
