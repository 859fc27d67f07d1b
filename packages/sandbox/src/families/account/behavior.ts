import type { Behavior } from '../../engine/call.ts'
import { ownerAccount } from '../../catalog/owner.ts'
import type { FamilyBehavior } from '../family.ts'

const get: Behavior<'account_get'> = (_call, { engine, owner }) => ({ account: engine.get('Account', owner.uuid) })

export const account: FamilyBehavior = {
  behaviors: { account_get: get },
  seed: ({ engine, owner }) => {
    const { uuid, email, name, team } = owner
    engine.add('Account', { ...ownerAccount, uuid, email, name, team }, { id: uuid })
  },
}
