import type { Behavior } from '../../engine/call.ts'
import { ownerAccount } from '../../catalogue/owner.ts'
import type { FamilyBehavior } from '../family.ts'

const get: Behavior = (_call, { engine, owner }) => ({ body: `{"account":${engine.text({ kind: 'Account', id: owner.uuid })}}` })

export const account: FamilyBehavior = {
  operations: { account_get: get },
  seed: ({ engine, owner }) => {
    const { uuid, email, name, team } = owner
    engine.create('Account', { ...ownerAccount, uuid, email, name, team }, { id: uuid })
  },
}
