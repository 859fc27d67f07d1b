/** Copying an image to another region, and keeping a backup for good. */
import type { Handler } from '../../engine/call.ts'
import { formatResourceRef } from '../../engine/actions.ts'
import { unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { requireRegion } from '../../shared/require-region.ts'
import { removeSnapshot, recordSnapshot } from '../../shared/snapshots.ts'
import type { Handlers, Jobs } from '../family.ts'

type Image = Kinds['Image']

interface Finish {
  readonly id: number
  readonly request: Operations['images_actions_create']['body']
}

const create: Handler<'images_actions_create'> = ({ path, body, operation }, ctx) => {
  const { id, ...image } = ctx.engine.get('Image', path.image_id)
  if (image.public) throw unprocessable('This image is public, and in every region already.')
  if (image.status !== 'available') throw unprocessable(`The image is ${image.status}. Wait until it is available.`)
  const [first = '', ...more] = image.regions
  if (body.type === 'convert' && image.type !== 'backup') throw unprocessable(`The image is a ${image.type}, not a backup.`)
  if (body.type === 'transfer') checkTransfer(ctx, { id, ...image }, body.region)
  const region = body.type === 'transfer' ? body.region : more.length === 0 ? first : ''
  const action = ctx.actions.start({
    type: body.type,
    key: keyOf('Image', id),
    resourceType: 'image',
    resourceId: id,
    region: ctx.engine.find('Region', region) ?? null,
    seconds: operation.action?.seconds ?? 10,
    onComplete: 'imageActions.finish',
    payload: { id, request: body } satisfies Finish,
  })
  return { action }
}

/** @throws Failure 422 */
function checkTransfer(ctx: AccountContext, { id, regions }: Image, slug: Image['regions'][number]): void {
  requireRegion(ctx, slug)
  if (regions.includes(slug)) throw unprocessable(`region: the image is in ${slug} already.`)
  const where = [
    { field: 'about', equals: formatResourceRef(keyOf('Image', id)), hidden: true },
    { field: 'status', equals: 'in-progress' },
    { field: 'region_slug', equals: slug },
  ] as const
  if (ctx.engine.list('Action', { where }).some(({ type }) => type === 'transfer'))
    throw unprocessable(`region: the image is on its way to ${slug}.`)
}

function finishAction({ id, request }: Finish, ctx: AccountContext): void {
  const { engine } = ctx
  const image = engine.find('Image', id)
  if (!image) return
  if (request.type === 'transfer') {
    const { regions } = engine.setFields('Image', id, { regions: [...image.regions, request.region] })
    if (engine.find('Snapshot', id)) engine.setFields('Snapshot', id, { regions })
  } else if (image.type === 'backup') keepImage(ctx, id)
}

/** A backup becomes a snapshot of its droplet, if that is still there. */
function keepImage(ctx: AccountContext, id: number): void {
  const { engine } = ctx
  const { dropletId = 0 } = engine.getHidden('Image', id)
  removeSnapshot(ctx, id)
  recordSnapshot(ctx, engine.setFields('Image', id, { type: 'snapshot' }), dropletId)
  const droplet = engine.find('Droplet', dropletId)
  if (droplet) engine.setFields('Droplet', dropletId, { snapshot_ids: [...droplet.snapshot_ids, id] })
}

export const handlers = {
  images_actions_create: create,
} satisfies Handlers

export const jobs: Jobs = { 'imageActions.finish': finishAction }
