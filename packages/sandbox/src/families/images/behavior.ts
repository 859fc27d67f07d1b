import { images as entries } from '../../catalogue/images.ts'
import { regions } from '../../catalogue/regions.ts'
import type { Behavior, Call } from '../../engine/call.ts'
import { Failure, notFound, unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Condition, Key } from '../../store/store.ts'
import type { FamilyBehavior } from '../family.ts'
import { create, importImage, nameDistribution } from './import.ts'
import { accept, cancel, decline, offer } from './transfers.ts'
import { forgetSnapshot } from '../../shared/snapshots.ts'

export const imageKey = (id: unknown): Key => ({ kind: 'Image', id: String(id) })

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

const remove: Behavior = (call, world) => {
  const image = ownImage(call, world)
  if (image['status'] === 'deleted') throw unprocessable('Image Can not delete an already deleted image.')
  world.engine.remove(imageKey(image['id']))
  forgetSnapshot(world, String(image['id']))
  return {}
}

const update: Behavior = (call, world) => {
  const image = ownImage(call, world)
  const { name, distribution, description } = readBody(call)
  const changed = world.engine.update(imageKey(image['id']), {
    name,
    description,
    ...(distribution !== undefined && { distribution: nameDistribution(distribution) }),
  })
  const snapshot = { kind: 'Snapshot', id: String(image['id']) }
  if (world.engine.find(snapshot)) world.engine.change(snapshot, { name: changed['name'] })
  return { body: JSON.stringify({ image: changed }) }
}

/** @throws Failure 404, 403 for the platform's images */
function ownImage(call: Call, { engine }: World): Value {
  const image = engine.get(imageKey(call.path['image_id']))
  if (image['public'] === true) throw new Failure(403, 'This image is public and cannot be changed by an account.')
  return image
}

/** @throws Failure 404 */
export function findImage({ engine }: World, name: unknown): Value {
  const byId = engine.find(imageKey(name))
  if (byId) return byId
  const [image] = engine.all({ kind: 'Image', where: [{ field: 'slug', equals: String(name) }] })
  if (!image) throw notFound()
  return image
}

export const images: FamilyBehavior = {
  operations: {
    images_list: list,
    images_get: get,
    images_create: create,
    images_update: update,
    images_delete: remove,
    images_transfer: (call, world) => offer(call, world, ownImage(call, world)),
    images_accept_transfer: accept,
    images_cancel_transfer: cancel,
    images_decline_transfer: decline,
  },
  due: { 'images.import': importImage },
  seed: ({ engine }) => {
    const slugs = regions.filter(({ available }) => available).map(({ slug }) => slug)
    slugs.sort((a, b) => Number(b === 'nyc3') - Number(a === 'nyc3') || (a < b ? -1 : 1))
    for (const { application = false, id, ...image } of entries.toReversed()) {
      const fields = { ...image, type: application ? 'application' : 'snapshot', public: true, regions: slugs, tags: [] }
      engine.create('Image', fields, { id, lifecycle: false, hidden: { application } })
      engine.change(imageKey(id), { status: 'available' })
    }
  },
}
