import type { Handler } from '../../engine/call.ts'
import { Failure, notFound, unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import { isSameName } from '../../engine/values.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Key } from '../../store/store.ts'
import type { Handlers } from '../family.ts'
import { type TaggableKind, taggable, type Tagged, describeTag, createTag, requireTag, type Tagging } from './tagged-resources.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** Last tagged resource of each kind, and the ids of unknown droplets, which the platform counts too. */
    Tag: { [Kind in TaggableKind]?: Tagged } & { missing?: readonly string[] }
  }
}

/** Creates the tag. Clients create a tag before each use, so an existing one is no error. */
const create: Handler<'tags_create'> = ({ body: { name }, origin }, ctx) => {
  if (!/^[\w:-]+$/.test(name)) throw new Failure(400, `Error validating resource tag: "tag-name \\"${name}\\" contains invalid characters"`)
  return { tag: describeTag(ctx, ctx.engine.find('Tag', name.toLowerCase()) ?? createTag(ctx, name), origin) }
}

const assign: Handler<'tags_resources_assign'> = (call, ctx) => {
  const { engine, clock } = ctx
  const name = requireTag(call, ctx)
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
  const name = requireTag(call, ctx)
  const { found, missing } = parseResources(call, ctx)
  for (const { kind, id } of found) untag(ctx, kind, id, name)
  if (missing.length === 0) return
  const before = ctx.engine.getHidden('Tag', name.toLowerCase()).missing ?? []
  ctx.engine.setHidden('Tag', name.toLowerCase(), { missing: before.filter((id) => !missing.includes(id)) })
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
