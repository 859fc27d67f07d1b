import { unprocessable } from '../../engine/failure.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { addressUrn, heldBy, holderOf, releaseAddress } from '../../shared/addresses.ts'
import { projectIdOf } from '../../shared/project-urns.ts'

const reservedIp: ResourceHooks<'ReservedIp'> = {
  serialize: (address, _key, ctx) => ({
    ...address,
    droplet: holderOf(ctx, address.ip) ?? null,
    project_id: projectIdOf(ctx, addressUrn(address.ip)),
  }),
  // What was brought comes with its prefix.
  beforeDelete: ({ ip }, key, { engine, actions }) => {
    actions.assertFree([key])
    if (engine.hidden('ReservedIp', ip).isBrought) throw unprocessable('The address is of a brought prefix. Unassign it instead.')
  },
}

export const hooks: HooksByKind = {
  ReservedIp: reservedIp,
  Droplet: {
    afterDelete: ({ id }, _key, ctx) => {
      for (const { ip } of ctx.engine.all('ReservedIp', { where: heldBy(id) })) releaseAddress(ctx, ip)
    },
  },
}
