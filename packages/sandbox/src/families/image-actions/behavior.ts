/** Copying an image to another region, and keeping a backup for good. */
import type { Behavior } from '../../engine/call.ts'
import { aboutOf } from '../../engine/actions.ts'
import { unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { answerActionOf, answerActionsOf } from '../actions/index.ts'
import type { FamilyBehavior } from '../family.ts'
import { imageKey } from '../images/index.ts'
import { openRegion } from '../../shared/open-region.ts'
import { forgetSnapshot, noteSnapshot } from '../../shared/snapshots.ts'

const create: Behavior = (call, world) => {
  const image = world.engine.get(imageKey(call.path['image_id']))
  if (image['public'] === true) throw unprocessable('This image is public, and in every region already.')
  const { type, region: slug } = readBody(call)
  if (image['status'] !== 'available') throw unprocessable(`The image is ${String(image['status'])}. Wait until it is available.`)
  const regions = image['regions'] as readonly string[]
  if (type === 'convert' && image['type'] !== 'backup') throw unprocessable(`The image is a ${String(image['type'])}, not a backup.`)
  if (type === 'transfer') checkTransfer(world, image, slug)
  const action = world.actions.start({
    type: String(type),
    key: imageKey(image['id']),
    resourceType: 'image',
    resourceId: Number(image['id']),
    region: world.engine.find({ kind: 'Region', id: String(type === 'transfer' ? slug : regions.length === 1 ? regions[0] : '') }) ?? null,
    seconds: call.operation.action?.seconds ?? 10,
    done: 'imageActions.finish',
    payload: { id: image['id'], type, region: slug },
  })
  return { body: JSON.stringify({ action }) }
}

/** @throws Failure 422 */
function checkTransfer(world: World, image: Value, slug: unknown): void {
  openRegion(world, slug)
  if ((image['regions'] as readonly unknown[]).includes(slug)) throw unprocessable(`region: the image is in ${String(slug)} already.`)
  const underWay = world.engine.all({
    kind: 'Action',
    where: [
      { field: 'about', equals: aboutOf(imageKey(image['id'])), hidden: true },
      { field: 'status', equals: 'in-progress' },
      { field: 'region_slug', equals: String(slug) },
    ],
  })
  if (underWay.some(({ type }) => type === 'transfer')) throw unprocessable(`region: the image is on its way to ${String(slug)}.`)
}

interface Done {
  readonly id: number
  readonly type: string
  readonly region?: string
}

function finish({ id, type, region }: Done, world: World): void {
  const { engine } = world
  const key = imageKey(id)
  const image = engine.find(key)
  if (!image) return
  if (type === 'transfer') {
    const { regions } = engine.change(key, { regions: [...(image['regions'] as readonly unknown[]), region] })
    const snapshot = { kind: 'Snapshot', id: String(id) }
    if (engine.find(snapshot)) engine.change(snapshot, { regions })
  } else if (image['type'] === 'backup') keep(world, image)
}

/** A backup becomes a snapshot of its droplet, if that is still there. */
function keep(world: World, image: Value): void {
  const { engine } = world
  const key = imageKey(image['id'])
  const { dropletId } = engine.hidden(key)
  forgetSnapshot(world, key.id)
  noteSnapshot(world, engine.change(key, { type: 'snapshot' }), String(dropletId))
  const droplet = { kind: 'Droplet', id: String(dropletId) }
  const ids = engine.find(droplet)?.['snapshot_ids'] as readonly number[] | undefined
  if (ids) engine.change(droplet, { snapshot_ids: [...ids, Number(image['id'])] })
}

export const imageActions: FamilyBehavior = {
  operations: {
    imageActions_list: (call, world) => answerActionsOf(call, world, imageKey(call.path['image_id'])).reply,
    imageActions_get: (call, world) => answerActionOf(call, world, imageKey(call.path['image_id'])).reply,
    imageActions_create: create,
  },
  due: { 'imageActions.finish': finish },
}
