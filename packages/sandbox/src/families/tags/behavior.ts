import type { Behavior, Call } from '../../engine/call.ts'
import { Failure, notFound, unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Condition, Key } from '../../store/store.ts'
import { dropDatabaseRules } from '../databases/index.ts'
import type { FamilyBehavior } from '../family.ts'
import { forgetTag } from '../firewalls/index.ts'

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

interface Tagging {
  readonly uri: string
  readonly at: string
}

function describe(call: Call, { engine, store }: World, { name }: Value): Value {
  const where: Condition[] = [{ field: 'tags[]', equals: String(name), fold: true }]
  let count = 0
  let latest: Tagging | undefined
  const resources: Record<string, unknown> = {}
  for (const { counted, kind, path } of taggable) {
    const condition = kind === 'Snapshot' ? [...where, { field: 'resource_type', equals: 'volume' }] : where
    const there = store.count({ kind, where: condition })
    const own = kind === 'Droplet' ? there + missingOf(engine, name).length : there
    count += own
    const last = there === 0 ? undefined : lastTagged(engine, String(name), kind, condition)
    const tagging = last && { uri: `${call.origin}${path}${last.id}`, at: last.at }
    if (tagging && (latest === undefined || tagging.at >= latest.at)) latest = tagging
    resources[counted] = { count: own, ...(tagging && { last_tagged_uri: tagging.uri }) }
  }
  return { name, resources: { count, ...(latest && { last_tagged_uri: latest.uri }), ...resources } }
}

/** The one that was given the tag last: by itself, or as the last one that was made with it. */
function lastTagged(engine: World['engine'], name: string, kind: string, where: Condition[]): { readonly id: string; readonly at: string } {
  const [newest] = engine.all({ kind, where, order: 'newest', page: { number: 1, size: 1 } })
  const made = { id: String(newest?.['id']), at: String(newest?.['created_at']) }
  const given = engine.hidden(tagKey(name))[kind] as typeof made | undefined
  if (!given || given.at < made.at) return made
  const tags = engine.find({ kind, id: given.id })?.['tags'] as readonly string[] | undefined
  return tags?.some((tag) => isSame(tag, name)) === true ? given : made
}

const list: Behavior = (call, world) => {
  const { texts, total } = world.engine.list({ kind: 'Tag', page: readPage(call) })
  const described = (JSON.parse(`[${texts}]`) as Value[]).map((tag) => JSON.stringify(describe(call, world, tag)))
  return replyPage(call, 'tags', { texts: described.join(','), total })
}

/** Paths tell case apart, though no two tags differ in nothing else. @throws Failure 404 */
function openTag({ path: { tag_id: name } }: Call, { engine }: World): Value {
  const tag = engine.get(tagKey(name))
  if (tag['name'] !== name) throw notFound()
  return tag
}

const get: Behavior = (call, world) => ({ body: JSON.stringify({ tag: describe(call, world, openTag(call, world)) }) })

/** Clients make a tag each time before they use it: one that is there already is no error. */
const create: Behavior = (call, world) => {
  const { name } = readBody(call)
  if (!/^[\w:-]+$/.test(String(name)))
    throw new Failure(400, `Error validating resource tag: "tag-name \\"${String(name)}\\" contains invalid characters"`)
  const tag = world.engine.find(tagKey(name)) ?? makeTag(world, String(name))
  return { body: JSON.stringify({ tag: describe(call, world, tag) }) }
}

/** The key is small, the name as it was written. */
export function makeTag({ engine }: World, name: string): Value {
  engine.create('Tag', { name }, { id: name.toLowerCase() })
  return engine.change(tagKey(name), { name })
}

const remove: Behavior = (call, world) => {
  const { name } = openTag(call, world)
  for (const { kind } of taggable) {
    for (const { id } of world.engine.all({ kind, where: [{ field: 'tags[]', equals: String(name), fold: true }] }))
      untag(world, { kind, id: String(id) }, String(name))
  }
  dropDatabaseRules(world, 'tag', name)
  forgetTag(world, String(name))
  world.engine.remove(tagKey(name))
  return {}
}

const assign: Behavior = (call, world) => {
  const { engine, clock } = world
  const { name } = openTag(call, world)
  const { found, missing } = readResources(call, world)
  if (missing.length > 0) engine.hide(tagKey(name), { missing: [...new Set([...missingOf(engine, name), ...missing])] })
  for (const key of found) {
    const tags = (engine.get(key)['tags'] ?? []) as readonly string[]
    if (tags.some((tag) => isSame(tag, String(name)))) continue
    setTags(world, key, [...tags, String(name)])
    engine.hide(tagKey(name), { [key.kind]: { id: key.id, at: clock.stamp() } })
  }
  return {}
}

const unassign: Behavior = (call, world) => {
  const { name } = openTag(call, world)
  const { found, missing } = readResources(call, world)
  for (const key of found) untag(world, key, String(name))
  if (missing.length > 0) {
    const left = missingOf(world.engine, name).filter((id) => !missing.includes(id))
    world.engine.hide(tagKey(name), { missing: left })
  }
  return {}
}

/** Droplets that do not exist, and are counted all the same. */
function missingOf(engine: World['engine'], name: unknown): readonly string[] {
  return (engine.hidden(tagKey(name))['missing'] ?? []) as readonly string[]
}

/** What is there, and the ids of droplets that are not. Firewalls are taken and cannot be tagged. @throws Failure 404, 422 */
function readResources(call: Call, { engine }: World): { readonly found: readonly Key[]; readonly missing: readonly string[] } {
  const { resources } = readBody(call) as {
    readonly resources: readonly { readonly resource_id: string; readonly resource_type: string }[]
  }
  const found: Key[] = []
  const missing: string[] = []
  for (const { resource_id: id, resource_type: type } of resources) {
    if (type === 'firewall') continue
    const kind = taggable.find((each) => each.type === type)?.kind
    if (kind === undefined) throw notFound()
    const value = engine.find({ kind, id })
    // Snapshots of droplets are tagged as the images they are.
    const isThere = value !== undefined && (kind !== 'Snapshot' || value['resource_type'] === 'volume')
    if (isThere) found.push({ kind, id })
    else if (kind === 'Droplet') missing.push(id)
    else throw unprocessable(`resources: there is no ${type} "${id}".`)
  }
  return { found, missing }
}

function untag(world: World, key: Key, name: string): void {
  const tags = (world.engine.get(key)['tags'] ?? []) as readonly string[]
  const rest = tags.filter((tag) => !isSame(tag, name))
  if (rest.length < tags.length) setTags(world, key, rest)
}

/** The image of a droplet's snapshot and the snapshot are one thing. */
function setTags({ engine }: World, key: Key, tags: readonly string[]): void {
  engine.change(key, { tags })
  const snapshot = { kind: 'Snapshot', id: key.id }
  if (key.kind === 'Image' && engine.find(snapshot)) engine.change(snapshot, { tags })
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
