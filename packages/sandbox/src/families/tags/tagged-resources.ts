import type { Call } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import { isSameName, uniqueTags } from '../../engine/values.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { FieldCondition } from '../../engine/kinds.ts'
import type { Kinds } from '../../generated/types.ts'

type Tag = Kinds['Tag']

export type TaggableKind = (typeof taggable)[number]['kind']

const noResources = { count: 0 }
const untagged = {
  ...noResources,
  droplets: noResources,
  images: noResources,
  volumes: noResources,
  volume_snapshots: noResources,
  databases: noResources,
}

/** Taggable kinds: name in requests, name of the count in responses, and path of one resource. */
export const taggable = [
  { type: 'droplet', counted: 'droplets', kind: 'Droplet', path: '/v2/droplets/' },
  { type: 'image', counted: 'images', kind: 'Image', path: '/v2/images/' },
  { type: 'volume', counted: 'volumes', kind: 'Volume', path: '/v2/volumes/' },
  { type: 'volume_snapshot', counted: 'volume_snapshots', kind: 'Snapshot', path: '/v2/snapshots/' },
  { type: 'database', counted: 'databases', kind: 'DatabaseCluster', path: '/v2/databases/' },
  // Load balancers count in the total only, as clients know no count of their own.
  { type: 'load_balancer', counted: undefined, kind: 'LoadBalancer', path: '/v2/load_balancers/' },
] as const

/** Tagged resource, and the time. */
export interface Tagged {
  readonly id: string
  readonly at: string
}

export const filterByTag = (name: string) => ({ field: 'tags[]', equals: name, ignoreCase: true }) as const

/** Droplet snapshots are tagged as images. */
function whereTagged(kind: TaggableKind, name: string): FieldCondition<TaggableKind>[] {
  const where: FieldCondition<'Snapshot'>[] = [filterByTag(name)]
  if (kind === 'Snapshot') where.push({ field: 'resource_type', equals: 'volume' })
  return where as FieldCondition<TaggableKind>[]
}

function findNewest(engine: AccountContext['engine'], kind: TaggableKind, name: string): Tagged | undefined {
  const newest = engine.findNewest(kind, { where: whereTagged(kind, name) })
  return newest && { id: String(newest.id), at: newest.created_at ?? '' }
}

export function describeTag({ engine }: AccountContext, { name }: Tag, origin: string): Tag {
  const { missing = [], ...lastTag } = engine.getHidden('Tag', name.toLowerCase())
  const resources: Tag['resources'] = { ...untagged }
  let latest = ''
  for (const { counted, kind, path } of taggable) {
    const existing = engine.count(kind, { where: whereTagged(kind, name) })
    const count = kind === 'Droplet' ? existing + missing.length : existing
    resources.count += count
    if (counted) resources[counted] = { count }
    const newest = existing === 0 ? undefined : findNewest(engine, kind, name)
    if (!newest) continue
    const last = lastTagged(engine, name, kind, newest, lastTag[kind])
    const last_tagged_uri = `${origin}${path}${last.id}`
    if (counted) resources[counted] = { count, last_tagged_uri }
    if (last.at < latest) continue
    latest = last.at
    resources.last_tagged_uri = last_tagged_uri
  }
  return { name, resources }
}

/** Returns the resource that was tagged last, or the last one that was created with the tag. */
function lastTagged(
  engine: AccountContext['engine'],
  name: string,
  kind: TaggableKind,
  newest: Tagged,
  lastTag: Tagged | undefined,
): Tagged {
  if (!lastTag || lastTag.at < newest.at) return newest
  return engine.find(kind, lastTag.id)?.tags?.some((tag) => isSameName(tag, name)) ? lastTag : newest
}

/** The key is in lower case; the name keeps its case. */
export function createTag({ engine }: AccountContext, name: string): Tag {
  engine.create('Tag', { name, resources: untagged }, { id: name.toLowerCase() })
  return engine.setFields('Tag', name.toLowerCase(), { name })
}

/** Creates the missing tags. @returns the names without duplicates */
export function ensureTags(ctx: AccountContext, tags: readonly string[]): string[] {
  const names = uniqueTags(tags)
  for (const name of names) if (!ctx.engine.find('Tag', name.toLowerCase())) createTag(ctx, name)
  return names
}

export type Tagging = Call<'tags_resources_assign' | 'tags_resources_unassign'>

/** Paths are case-sensitive, although tags are unique regardless of case. @throws Failure 404 */
export function requireTag({ path: { tag_id: name } }: Pick<Tagging, 'path'>, { engine }: AccountContext): string {
  if (engine.get('Tag', name.toLowerCase()).name !== name) throw notFound()
  return name
}
