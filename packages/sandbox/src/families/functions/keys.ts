/** Access keys of a namespace. The secret is in the answer that made it and nowhere else, not even hidden. */
import type { Behavior, Call } from '../../engine/call.ts'
import { conflict } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { writeStamp } from '../../shared/write-stamp.ts'
import { openNamespace } from './namespace.ts'

const kind = 'FunctionsKey'
const secondsOf = { h: 3600, d: 24 * 3600 } as const
/** The last moment that a date can be written for. */
const endOfTime = Date.UTC(9999, 11, 31)

const keyOf = (call: Call, world: World): Key => ({ kind, id: String(call.path['key_id']), parent: under(openNamespace(call, world)) })

const list: Behavior = (call, world) => {
  const parent = under(openNamespace(call, world))
  const page = world.engine.list({ kind, parent, order: 'newest', page: readPage(call) })
  const { body, headers = {} } = replyPage(call, 'access_keys', page)
  return { body: JSON.stringify({ ...(JSON.parse(String(body)) as object), count: page.total }), headers }
}

const create: Behavior = (call, world) => {
  const { engine, ids, clock } = world
  const parent = under(openNamespace(call, world))
  const { name, expires_in: lifetime } = readBody(call)
  const id = `dof_v1_${ids.hex(16)}`
  const stamp = clock.stamp()
  const fields = { name, expires_at: findEnd(clock.now(), lifetime), created_at: stamp, updated_at: stamp }
  const key = engine.create(kind, fields, { parent, id })
  return { body: JSON.stringify({ access_key: { ...key, secret: ids.hex(64) } }) }
}

/** `12h` or `30d` from now; null for ever. */
function findEnd(now: number, lifetime: unknown): string | null {
  if (typeof lifetime !== 'string') return null
  const unit = lifetime.endsWith('h') ? 'h' : 'd'
  return writeStamp(Math.min(endOfTime, now + Number(lifetime.slice(0, -1)) * secondsOf[unit] * 1000))
}

const update: Behavior = (call, world) => {
  const key = keyOf(call, world)
  const { name } = readBody(call)
  const taken = world.engine.all({ kind, parent: key.parent ?? '', where: [{ field: 'name', equals: String(name) }] })
  if (taken.some(({ id }) => id !== key.id)) throw conflict('name: already used by another access key of the namespace.')
  return { body: JSON.stringify({ access_key: world.engine.update(key, { name }) }) }
}

const remove: Behavior = (call, world) => {
  world.engine.remove(keyOf(call, world))
  return {}
}

export const keyOperations: Readonly<Record<string, Behavior>> = {
  functions_list_keys: list,
  functions_create_key: create,
  functions_update_key: update,
  functions_delete_key: remove,
}
