/** Keys to the inference API. They are made elsewhere: every account has the one that it began with. */
import type { Caller } from '../../auth/tokens.ts'
import type { Behavior } from '../../engine/call.ts'
import { Failure } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import type { FamilyBehavior } from '../family.ts'
import { acceptSecret, refuseSecret } from '../../shared/inference-secrets.ts'

const kind = 'ModelAccessKey'
const keyOf = (uuid: unknown): Key => ({ kind, id: String(uuid) })

const create: Behavior = () => {
  throw new Failure(410, 'Model access keys can no longer be made here. Use the control panel.')
}

/** Only the name: whatever else a request carries is the server's own. */
const update: Behavior = (call, { engine }) => {
  const info = engine.update(keyOf(call.path['api_key_uuid']), { name: readBody(call)['name'] })
  return { body: JSON.stringify({ api_key_info: info }) }
}

const rotate: Behavior = (call, world) => {
  const { engine, clock, ids } = world
  const key = keyOf(call.path['api_key_uuid'])
  refuseSecret(world, String(engine.hidden(key)['hash']))
  const secret = `sk-do-${ids.hex(64)}`
  engine.hide(key, { hash: acceptSecret(world, secret, {}) })
  const info = engine.change(key, { created_at: clock.stamp() })
  return { body: JSON.stringify({ api_key_info: { ...info, secret_key: secret } }) }
}

const remove: Behavior = (call, world) => {
  const { engine, clock } = world
  const key = keyOf(call.path['api_key_uuid'])
  const info = engine.get(key)
  refuseSecret(world, String(engine.hidden(key)['hash']))
  engine.remove(key)
  return { body: JSON.stringify({ api_key_info: { ...info, deleted_at: clock.stamp() } }) }
}

/** Lists the keys that the account was given when it began. */
function adopt({ engine, platform, owner }: World): number {
  const where = [
    { field: 'kind', equals: 'inference' },
    { field: 'account', equals: owner.account },
  ]
  const given = JSON.parse(`[${platform.store.list({ kind: 'token', where }).texts}]`) as Caller[]
  for (const { id } of given) {
    if (engine.all({ kind, where: [{ field: 'hash', equals: id, hidden: true }] }).length > 0) continue
    engine.create(kind, { name: 'catalog-search', created_by: String(owner.number) }, { hidden: { hash: id } })
  }
  return given.length
}

export const modelAccessKeys: FamilyBehavior = {
  operations: {
    modelAccessKeys_create: create,
    modelAccessKeys_update: update,
    modelAccessKeys_delete: remove,
    modelAccessKeys_rotate: rotate,
  },
  due: { 'modelAccessKeys.adopt': (_payload: Record<string, never>, world) => void adopt(world) },
  seed: (world) => {
    // An account may get its key a moment after it begins.
    if (adopt(world) === 0) world.store.schedule({ at: world.clock.now(), name: 'modelAccessKeys.adopt', payload: '{}' })
  },
}
