import { unprocessable } from '../../engine/failure.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import type { Call } from '../../engine/call.ts'
import { listAssignedIps, listValidations } from './assigned-ips.ts'

const byoipPrefix: ResourceHooks<'ByoipPrefix'> = {
  // The sandbox accepts any signature.
  onEnter: { active: () => ({ validations: listValidations('PASSED') }) },
  beforeUpdate: ({ status, locked }) => {
    if (locked) throw unprocessable('The prefix is locked.')
    if (status !== 'active') throw unprocessable(`The prefix is ${status}. Only an active prefix can be advertised.`)
  },
  parseUpdate: ({ body }: Call<'byoipPrefixes_update'>) => ({ fields: { advertised: body.advertise } }),
  beforeDelete: ({ uuid, locked }, _key, ctx) => {
    if (locked) throw unprocessable('The prefix is locked.')
    const [assigned] = listAssignedIps(ctx, uuid)
    if (assigned) throw unprocessable(`${assigned.ip} is assigned to a droplet. Unassign it first.`)
  },
}

export const hooks: HooksByKind = { ByoipPrefix: byoipPrefix }
