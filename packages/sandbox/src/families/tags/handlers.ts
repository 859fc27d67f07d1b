import type { Handler } from '../../engine/call.ts'
import { Failure } from '../../engine/failure.ts'
import type { Handlers } from '../family.ts'
import { type TaggableKind, type Tagged, describeTag, createTag } from './tagged-resources.ts'

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

export const handlers = { tags_create: create } satisfies Handlers
