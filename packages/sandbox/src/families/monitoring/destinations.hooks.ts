import { conflict } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Destination } from './destinations.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

/** @throws Failure 409 */
function assertUnused({ id }: Destination, { engine }: AccountContext): void {
  const used = engine.count('MonitoringSink', { where: [{ field: 'destination.id', equals: id }] })
  if (used > 0) throw conflict(`The destination is used by ${used} ${used === 1 ? 'sink. Delete it' : 'sinks. Delete them'} first.`)
}

export const destinationsHooks: HooksByKind = {
  MonitoringDestination: {
    beforeDelete: (destination, _key, ctx) => assertUnused(destination, ctx),
  },
}
