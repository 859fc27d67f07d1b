import type { Behavior } from '../engine/call.ts'
import { ownerAccount } from '../catalogue/owner.ts'
import type { FamilyBehavior } from './family.ts'

const get: Behavior = (_call, { engine }) => ({ body: `{"account":${engine.text({ kind: 'Account', id: ownerAccount.uuid })}}` })

export const account: FamilyBehavior = {
  operations: { account_get: get },
  seed: ({ engine }) => void engine.create('Account', ownerAccount, { id: ownerAccount.uuid }),
}
