import { images as entries } from '../catalogue/images.ts'
import { regions } from '../catalogue/regions.ts'
import type { Behavior, Call } from '../engine/call.ts'
import { notFound } from '../engine/failure.ts'
import { readPage, replyPage } from '../engine/pages.ts'
import { readBody } from '../engine/serve.ts'
import type { World } from '../engine/world.ts'
import type { Condition } from '../store/store.ts'
import type { FamilyBehavior } from './family.ts'
import { forgetSnapshot } from './shared/snapshots.ts'

const list: Behavior = (call, { engine }) => {
  const { type, private: own, tag_name: tag } = call.query
  const where: Condition[] = []
  if (type === 'application' || type === 'distribution') where.push({ field: 'application', equals: type === 'application', hidden: true })
  if (own === true) where.push({ field: 'public', equals: false })
  if (typeof tag === 'string') where.push({ field: 'tags[]', equals: tag, fold: true })
  return replyPage(call, 'images', engine.list({ kind: 'Image', where, order: 'newest', page: readPage(call) }))
}

/** By id, or by the slug of an image of the platform. */
const get: Behavior = (call, world) => ({ body: `{"image":${JSON.stringify(findImage(world, call.path['image_id']))}}` })

const create: Behavior = (call, { engine }) => {
  const { region, ...fields } = readBody(call)
  const image = engine.create('Image', {
    ...fields,
    type: 'custom',
    public: false,
    regions: [region],
    description: fields['description'] ?? '',
  })
  return { body: JSON.stringify({ image }) }
}

const remove: Behavior = (call, world) => {
  const image = ownImage(call, world)
  world.engine.remove({ kind: 'Image', id: String(image['id']) })
  forgetSnapshot(world, String(image['id']))
  return {}
}

const update: Behavior = (call, world) => {
  const image = ownImage(call, world)
  return { body: JSON.stringify({ image: world.engine.update({ kind: 'Image', id: String(image['id']) }, readBody(call)) }) }
}

/** The platform's images can be read and not changed: to a change they are not there. */
function ownImage(call: Call, world: World): Record<string, unknown> {
  const image = world.engine.get({ kind: 'Image', id: String(call.path['image_id']) })
  if (image['public'] === true) throw notFound()
  return image
}

/** @throws Failure 404 */
export function findImage({ engine }: World, name: unknown): Record<string, unknown> {
  const byId = engine.find({ kind: 'Image', id: String(name) })
  const [bySlug] = byId ? [] : engine.all({ kind: 'Image', where: [{ field: 'slug', equals: String(name) }] })
  const image = byId ?? bySlug
  if (!image) throw notFound()
  return image
}

export const images: FamilyBehavior = {
  operations: { images_list: list, images_get: get, images_create: create, images_update: update, images_delete: remove },
  seed: ({ engine }) => {
    const slugs = regions.filter(({ available }) => available).map(({ slug }) => slug)
    for (const { application = false, id, ...image } of entries.toReversed()) {
      const fields = { ...image, type: 'base', public: true, regions: slugs, tags: [] }
      engine.create('Image', fields, { id, lifecycle: false, hidden: { application } })
      engine.change({ kind: 'Image', id: String(id) }, { status: 'available' })
    }
  },
}
