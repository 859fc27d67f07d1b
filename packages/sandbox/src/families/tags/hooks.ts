import { type HooksByKind, type ResourceHooks, oldestFirst, type OperationHook } from '../../engine/hooks.ts'
import { idOf } from '../../engine/object-ids.ts'
import { isSameName } from '../../engine/values.ts'
import { resourceRows } from '../../generated/resources.ts'
import { requireTag, describeTag, filterByTag, type TaggableKind, taggable, type Tagging } from './tagged-resources.ts'
import { notFound, unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Key } from '../../store/store.ts'

const assign: OperationHook<'Tag', 'tags_resources_assign'> = (call, ctx, { name }) => {
  const { engine, clock } = ctx
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

const unassign: OperationHook<'Tag', 'tags_resources_unassign'> = (call, ctx, { name }) => {
  const { found, missing } = parseResources(call, ctx)
  for (const { kind, id } of found) untagResource(ctx, kind, id, name)
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

function untagResource(ctx: AccountContext, kind: TaggableKind, id: string | number, name: string): void {
  const tags = ctx.engine.get(kind, id).tags ?? []
  const rest = tags.filter((tag) => !isSameName(tag, name))
  if (rest.length < tags.length) setTags(ctx, kind, id, rest)
}

/** A droplet snapshot and its image are the same resource. */
function setTags({ engine }: AccountContext, kind: TaggableKind, id: string | number, tags: readonly string[]): void {
  engine.setFields(kind, id, { tags })
  if (kind === 'Image' && engine.find('Snapshot', id)) engine.setFields('Snapshot', id, { tags })
}

/** Kinds that have tags, including those that this family cannot tag. */
const taggableKinds = Object.keys(resourceRows).filter((kind) => resourceRows[kind]?.taggable)

const tag: ResourceHooks<'Tag'> = {
  // Tags of the platform are created with their resource.
  listQuery: oldestFirst,
  beforeAccess: ({ path }, ctx) => {
    if (typeof path['tag_id'] === 'string') requireTag({ path: { tag_id: path['tag_id'] } }, ctx)
  },
  operations: { tags_resources_assign: assign, tags_resources_unassign: unassign },
  serialize: (value, _key, ctx, { call }) => describeTag(ctx, value, call?.origin ?? ''),
  afterDelete: ({ name }, _key, ctx) => {
    const { untyped } = ctx.engine
    for (const kind of taggableKinds) {
      for (const value of untyped.list({ kind, where: [filterByTag(name)] })) {
        const tags = (value['tags'] as readonly string[]).filter((tagName) => !isSameName(tagName, name))
        untyped.setFields({ kind, id: idOf(kind, value) }, { tags })
      }
    }
  },
}

export const hooks: HooksByKind = { Tag: tag }
