import type { Handler, Call } from '../../engine/call.ts'
import { Failure, notFound, unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import { isSameName } from '../../engine/values.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import type { Key } from '../../store/store.ts'
import type { Handlers } from '../family.ts'

type Tag = Kinds['Tag']

export type TaggableKind = (typeof taggable)[number]['kind']

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** Last tagged resource of each kind, and the ids of unknown droplets, which the platform counts too. */
    Tag: { [Kind in TaggableKind]?: Tagged } & { missing?: readonly string[] }
  }
}

/** Taggable kinds: name in requests, name of the count in responses, and path of one resource. */
const none = { count: 0 }

const taggable = [
  { type: 'droplet', counted: 'droplets', kind: 'Droplet', path: '/v2/droplets/' },
  { type: 'image', counted: 'images', kind: 'Image', path: '/v2/images/' },
  { type: 'volume', counted: 'volumes', kind: 'Volume', path: '/v2/volumes/' },
  { type: 'volume_snapshot', counted: 'volume_snapshots', kind: 'Snapshot', path: '/v2/snapshots/' },
  { type: 'database', counted: 'databases', kind: 'DatabaseCluster', path: '/v2/databases/' },
] as const

/** Tagged resource, and the time. */
export interface Tagged {
  readonly id: string
  readonly at: string
}

export const carries = (name: string) => ({ field: 'tags[]', equals: name, ignoreCase: true }) as const

const ofVolume = { field: 'resource_type', equals: 'volume' } as const

function countTagged(engine: AccountContext['engine'], kind: TaggableKind, name: string): number {
  return kind === 'Snapshot' ? engine.count(kind, { where: [carries(name), ofVolume] }) : engine.count(kind, { where: [carries(name)] })
}

function findNewest(engine: AccountContext['engine'], kind: TaggableKind, name: string): Tagged | undefined {
  const newest =
    kind === 'Snapshot'
      ? engine.findNewest(kind, { where: [carries(name), ofVolume] })
      : engine.findNewest(kind, { where: [carries(name)] })
  return newest && { id: String(newest.id), at: newest.created_at ?? '' }
}

export function describe({ engine }: AccountContext, { name }: Tag, origin: string): Tag {
  const { missing = [], ...given } = engine.getHidden('Tag', name.toLowerCase())
  const resources: Tag['resources'] = { count: 0, droplets: none, images: none, volumes: none, volume_snapshots: none, databases: none }
  let latest = ''
  for (const { counted, kind, path } of taggable) {
    const there = countTagged(engine, kind, name)
    const count = kind === 'Droplet' ? there + missing.length : there
    resources.count += count
    resources[counted] = { count }
    const made = there === 0 ? undefined : findNewest(engine, kind, name)
    if (!made) continue
    const last = lastTagged(engine, name, kind, made, given[kind])
    const last_tagged_uri = `${origin}${path}${last.id}`
    resources[counted] = { count, last_tagged_uri }
    if (last.at < latest) continue
    latest = last.at
    resources.last_tagged_uri = last_tagged_uri
  }
  return { name, resources }
}

/** Returns the resource that was tagged last, or the last one that was created with the tag. */
function lastTagged(engine: AccountContext['engine'], name: string, kind: TaggableKind, made: Tagged, given: Tagged | undefined): Tagged {
  if (!given || given.at < made.at) return made
  return engine.find(kind, given.id)?.tags?.some((tag) => isSameName(tag, name)) ? given : made
}

/** Creates the tag. Clients create a tag before each use, so an existing one is no error. */
const create: Handler<'tags_create'> = ({ body: { name }, origin }, ctx) => {
  if (!/^[\w:-]+$/.test(name)) throw new Failure(400, `Error validating resource tag: "tag-name \\"${name}\\" contains invalid characters"`)
  return { tag: describe(ctx, ctx.engine.find('Tag', name.toLowerCase()) ?? createTag(ctx, name), origin) }
}

/** The key is in lower case; the name keeps its case. */
export function createTag({ engine }: AccountContext, name: string): Tag {
  engine.create(
    'Tag',
    { name, resources: { ...none, droplets: none, images: none, volumes: none, volume_snapshots: none, databases: none } },
    { id: name.toLowerCase() },
  )
  return engine.setFields('Tag', name.toLowerCase(), { name })
}

type Tagging = Call<'tags_resources_assign' | 'tags_resources_unassign'>

const assign: Handler<'tags_resources_assign'> = (call, ctx) => {
  const { engine, clock } = ctx
  const name = openTag(call, ctx)
  const { found, missing } = parseResources(call, ctx)
  const at = name.toLowerCase()
  if (missing.length > 0)
    engine.setHidden('Tag', at, { missing: [...new Set([...(engine.getHidden('Tag', at).missing ?? []), ...missing])] })
  for (const { kind, id } of found) {
    const tags = engine.get(kind, id).tags ?? []
    if (tags.some((tag) => isSameName(tag, name))) continue
    setTags(ctx, kind, id, [...tags, name])
    engine.setHidden('Tag', at, { [kind]: { id, at: clock.timestamp() } })
  }
}

const unassign: Handler<'tags_resources_unassign'> = (call, ctx) => {
  const name = openTag(call, ctx)
  const { found, missing } = parseResources(call, ctx)
  for (const { kind, id } of found) untag(ctx, kind, id, name)
  if (missing.length === 0) return
  const before = ctx.engine.getHidden('Tag', name.toLowerCase()).missing ?? []
  ctx.engine.setHidden('Tag', name.toLowerCase(), { missing: before.filter((id) => !missing.includes(id)) })
}

/** Paths are case-sensitive, although tags are unique regardless of case. @throws Failure 404 */
export function openTag({ path: { tag_id: name } }: Pick<Tagging, 'path'>, { engine }: AccountContext): string {
  if (engine.get('Tag', name.toLowerCase()).name !== name) throw notFound()
  return name
}

interface Resources {
  readonly found: readonly Key<TaggableKind>[]
  /** Ids of unknown droplets. */
  readonly missing: readonly string[]
}

/** Firewalls are accepted but cannot be tagged. @throws Failure 404, 422 */
function parseResources({ body }: Tagging, { engine }: AccountContext): Resources {
  const found: Key<TaggableKind>[] = []
  const missing: string[] = []
  for (const { resource_id: id, resource_type: type } of body.resources) {
    if (type === 'firewall') continue
    const kind = taggable.find((each) => each.type === type)?.kind
    if (kind === undefined) throw notFound()
    // Droplet snapshots are tagged as images.
    const isThere = kind === 'Snapshot' ? engine.find(kind, id)?.resource_type === 'volume' : engine.find(kind, id) !== undefined
    if (isThere) found.push(keyOf(kind, id))
    else if (kind === 'Droplet') missing.push(id)
    else throw unprocessable(`resources: there is no ${type} "${id}".`)
  }
  return { found, missing }
}

function untag(ctx: AccountContext, kind: TaggableKind, id: string | number, name: string): void {
  const tags = ctx.engine.get(kind, id).tags ?? []
  const rest = tags.filter((tag) => !isSameName(tag, name))
  if (rest.length < tags.length) setTags(ctx, kind, id, rest)
}

/** A droplet snapshot and its image are the same resource. */
function setTags({ engine }: AccountContext, kind: TaggableKind, id: string | number, tags: readonly string[]): void {
  engine.setFields(kind, id, { tags })
  if (kind === 'Image' && engine.find('Snapshot', id)) engine.setFields('Snapshot', id, { tags })
}

export const handlers = { tags_create: create, tags_resources_assign: assign, tags_resources_unassign: unassign } satisfies Handlers
