import type { Behavior, Call } from '../engine/call.ts'
import { conflict, notFound, unprocessable } from '../engine/failure.ts'
import { readPage, replyPage } from '../engine/pages.ts'
import { readBody } from '../engine/serve.ts'
import type { Value } from '../engine/values.ts'
import type { World } from '../engine/world.ts'
import type { Condition, Key } from '../store/store.ts'
import type { FamilyBehavior } from './family.ts'

/** The kinds that can be tagged: as requests name them, as replies count them, and where one can be read. */
const taggable = [
  { type: 'droplet', counted: 'droplets', kind: 'Droplet', path: '/v2/droplets/' },
  { type: 'image', counted: 'images', kind: 'Image', path: '/v2/images/' },
  { type: 'volume', counted: 'volumes', kind: 'Volume', path: '/v2/volumes/' },
  { type: 'volume_snapshot', counted: 'volume_snapshots', kind: 'Snapshot', path: '/v2/snapshots/' },
  { type: 'database', counted: 'databases', kind: 'DatabaseCluster', path: '/v2/databases/' },
] as const

/** Case is kept for show and never told apart. */
const tagKey = (name: unknown): Key => ({ kind: 'Tag', id: String(name).toLowerCase() })

function describe(call: Call, { engine, store }: World, { name }: Value): Value {
  const where: Condition[] = [{ field: 'tags[]', equals: String(name), fold: true }]
  let count = 0
  const resources: Record<string, unknown> = {}
  for (const { counted, kind, path } of taggable) {
    const condition = kind === 'Snapshot' ? [...where, { field: 'resource_type', equals: 'volume' }] : where
    const own = store.count({ kind, where: condition })
    const [last] = own === 0 ? [] : engine.all({ kind, where: condition, order: 'newest', page: { number: 1, size: 1 } })
    count += own
    resources[counted] = { count: own, ...(last && { last_tagged_uri: `${call.origin}${path}${String(last['id'])}` }) }
  }
  return { name, resources: { count, ...resources } }
}

const list: Behavior = (call, world) => {
  const { texts, total } = world.engine.list({ kind: 'Tag', page: readPage(call) })
  const described = (JSON.parse(`[${texts}]`) as Value[]).map((tag) => JSON.stringify(describe(call, world, tag)))
  return replyPage(call, 'tags', { texts: described.join(','), total })
}

const get: Behavior = (call, world) => ({
  body: JSON.stringify({ tag: describe(call, world, world.engine.get(tagKey(call.path['tag_id']))) }),
})

const create: Behavior = (call, world) => {
  const { name } = readBody(call)
  if (world.store.text(tagKey(name)) !== undefined) throw conflict(`name: there is a tag "${String(name)}" already.`)
  world.engine.create('Tag', { name }, { id: String(name).toLowerCase() })
  const tag = world.engine.change(tagKey(name), { name })
  return { body: JSON.stringify({ tag: describe(call, world, tag) }) }
}

const remove: Behavior = (call, world) => {
  const { name } = world.engine.get(tagKey(call.path['tag_id']))
  for (const { kind } of taggable) {
    for (const { id } of world.engine.all({ kind, where: [{ field: 'tags[]', equals: String(name), fold: true }] }))
      untag(world, { kind, id: String(id) }, String(name))
  }
  world.engine.remove(tagKey(name))
  return {}
}

const assign: Behavior = (call, world) => {
  const { name } = world.engine.get(tagKey(call.path['tag_id']))
  for (const key of readResources(call, world)) {
    const tags = world.engine.get(key)['tags'] as readonly string[]
    if (!tags.some((tag) => isSame(tag, String(name)))) world.engine.change(key, { tags: [...tags, name] })
  }
  return {}
}

const unassign: Behavior = (call, world) => {
  const { name } = world.engine.get(tagKey(call.path['tag_id']))
  for (const key of readResources(call, world)) untag(world, key, String(name))
  return {}
}

/** @throws Failure 422 when one is not there */
function readResources(call: Call, { engine }: World): Key[] {
  const { resources } = readBody(call) as {
    readonly resources: readonly { readonly resource_id: string; readonly resource_type: string }[]
  }
  return resources.map(({ resource_id: id, resource_type: type }) => {
    const kind = taggable.find((each) => each.type === type)?.kind
    if (kind === undefined) throw notFound()
    if (!engine.find({ kind, id })) throw unprocessable(`resources: there is no ${type} "${id}".`)
    return { kind, id }
  })
}

function untag({ engine }: World, key: Key, name: string): void {
  const tags = engine.get(key)['tags'] as readonly string[]
  engine.change(key, { tags: tags.filter((tag) => !isSame(tag, name)) })
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

export const tags: FamilyBehavior = {
  operations: {
    tags_list: list,
    tags_get: get,
    tags_create: create,
    tags_delete: remove,
    tags_assign_resources: assign,
    tags_unassign_resources: unassign,
  },
}
