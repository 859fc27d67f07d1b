import type { Handler } from '../../engine/call.ts'
import { ownerAccount } from '../../catalog/owner.ts'
import type { Handlers, Seed } from '../family.ts'

const get: Handler<'account_get'> = (_call, { engine, owner }) => ({ account: engine.get('Account', owner.uuid) })

export const handlers = { account_get: get } satisfies Handlers

export const seed: Seed = ({ engine, owner }) => {
  const { uuid, email, name, team } = owner
  engine.create('Account', { ...ownerAccount, uuid, email, name, team }, { id: uuid })
}
