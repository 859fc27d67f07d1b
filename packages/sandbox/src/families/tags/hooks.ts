import { assign, unassign } from './tagging.ts'
import { type HooksByKind, type ResourceHooks, oldestFirst } from '../../engine/hooks.ts'
import { idOf } from '../../engine/object-ids.ts'
import { isSameName } from '../../engine/values.ts'
import { resourceRows } from '../../generated/resources.ts'
import { requireTag, describeTag, filterByTag } from './tagged-resources.ts'

/** Kinds that have tags, including those that this family cannot tag. */
const carriers = Object.keys(resourceRows).filter((kind) => resourceRows[kind]?.taggable)

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
    for (const kind of carriers) {
      for (const value of untyped.list({ kind, where: [filterByTag(name)] })) {
        const tags = (value['tags'] as readonly string[]).filter((carried) => !isSameName(carried, name))
        untyped.setFields({ kind, id: idOf(kind, value) }, { tags })
      }
    }
  },
}

export const hooks: HooksByKind = { Tag: tag }
