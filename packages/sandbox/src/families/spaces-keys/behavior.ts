import type { Behavior } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import { openKey, readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { FamilyBehavior } from '../family.ts'

interface Grant {
  readonly bucket: string
  readonly permission: string
}

const list: Behavior = (call, { engine }) => {
  const {
    name,
    bucket,
    permission,
    sort = 'created_at',
    sort_direction: direction = 'desc',
  } = call.query as Record<string, string | undefined>
  if (sort !== 'created_at' && sort !== 'name') throw unprocessable('sort: must be one of created_at, name')
  if (direction !== 'asc' && direction !== 'desc') throw unprocessable('sort_direction: must be one of asc, desc')
  const grants = (key: Value) => key['grants'] as readonly Grant[]
  const keys = engine
    .all({ kind: 'SpacesKey', order: 'oldest' })
    .filter((key) => !name || key['name'] === name)
    .filter((key) => !bucket || grants(key).some((grant) => grant.bucket === bucket))
    .filter((key) => !permission || grants(key).some((grant) => grant.permission === permission))
  if (sort === 'name') keys.sort((a, b) => compare(String(a['name']), String(b['name'])))
  return replyValues(call, 'keys', direction === 'desc' ? keys.toReversed() : keys)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

const create: Behavior = (call, world) => {
  const { name, grants } = readBody(call)
  const id = makeAccessKey(world)
  const key = world.engine.create('SpacesKey', { name, grants: readGrants(grants) }, { id })
  // Nobody can read the secret again, so nothing keeps it.
  return { body: JSON.stringify({ key: { ...key, secret_key: makeSecret(world) } }) }
}

/** The list with the same key is for clients that look for it there. */
const get: Behavior = (call, world) => {
  const text = world.engine.text(openKey(call, world))
  return { body: `{"key":${text},"keys":[${text}]}` }
}

const replace: Behavior = (call, world) => {
  const { name, grants } = readBody(call)
  return { body: JSON.stringify({ key: world.engine.change(openKey(call, world), { name, grants: readGrants(grants) }) }) }
}

const patch: Behavior = (call, world) => {
  const key = openKey(call, world)
  const before = world.engine.get(key)
  const { name, grants } = readBody(call)
  const fields = { name: name ?? before['name'], grants: grants ? readGrants(grants) : before['grants'] }
  return { body: JSON.stringify({ key: world.engine.change(key, fields) }) }
}

/** @throws Failure 422 */
function readGrants(given: unknown): Grant[] {
  const grants = ((given ?? []) as readonly Grant[]).map(({ bucket, permission }) => ({ bucket, permission }))
  for (const [index, { bucket, permission }] of grants.entries()) {
    const isFull = permission === 'fullaccess'
    if (isFull && bucket !== '') throw unprocessable(`grants.${index}.bucket: fullaccess is for all buckets, so none can be named.`)
    if (isFull && grants.length > 1) throw unprocessable(`grants.${index}.permission: fullaccess cannot be given beside other grants.`)
    if (!isFull && permission !== '' && bucket === '') throw unprocessable(`grants.${index}.bucket: must be given for ${permission}.`)
  }
  return grants
}

/** Twenty capital letters and digits, as every key of the platform has them. */
function makeAccessKey({ ids }: World): string {
  return `DO00${ids.hex(16).toUpperCase()}`
}

function makeSecret({ ids }: World): string {
  return Buffer.from(ids.hex(66), 'hex').toString('base64').replaceAll('/', '+').slice(0, 43)
}

export const spacesKeys: FamilyBehavior = {
  operations: {
    spacesKeys_list: list,
    spacesKeys_create: create,
    spacesKeys_get: get,
    spacesKeys_update: replace,
    spacesKeys_patch: patch,
  },
}
