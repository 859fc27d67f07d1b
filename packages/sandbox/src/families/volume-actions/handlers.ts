import type { Handler, Call } from '../../engine/call.ts'
import { notFound, unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { checkCapacity } from '../volumes/index.ts'
import type { Handlers, Jobs } from '../family.ts'

/** Maximum number of volumes of a droplet. */
const maxVolumesPerDroplet = 15

type Volume = Kinds['Volume']

type Droplet = Kinds['Droplet']

type Creates = 'volumes_actions_create' | 'volumes_actions_createByName'

type Request = Operations[Creates]['body']

type Move = Exclude<Request, { type: 'resize' }>

const create: Handler<'volumes_actions_create'> = (call, ctx) => startAction(call, ctx, ctx.engine.get('Volume', call.path.volume_id))

const createByName: Handler<'volumes_actions_createByName'> = (call, ctx) => {
  const { volume_name: name, region } = call.body
  const volume = ctx.engine.findUnique('Volume', [name, region])
  if (!volume) throw notFound(`volume_name: volume "${name}" not found in ${region}.`)
  return startAction(call, ctx, volume)
}

function startAction(
  { body, operation }: Call<Creates>,
  ctx: AccountContext,
  volume: Volume,
): Operations['volumes_actions_create']['reply'] {
  const key = keyOf('Volume', volume.id)
  const droplet = body.type === 'resize' ? undefined : openDroplet(body, ctx)
  const locks = droplet ? [key, keyOf('Droplet', droplet.id)] : [key]
  ctx.actions.requireIdle(locks)
  checkRegion(volume, body)
  if (body.type === 'resize') {
    if (body.size_gigabytes <= volume.size_gigabytes) throw unprocessable('size_gigabytes: must be more than the present size.')
    checkCapacity(ctx, body.size_gigabytes - volume.size_gigabytes)
  } else if (droplet) checkMove(volume, body, droplet)
  const action = ctx.actions.start({
    type: `${body.type}_volume`,
    key,
    resourceType: 'backend',
    resourceId: null,
    region: volume.region,
    seconds: operation.action?.seconds ?? 5,
    locks,
    onComplete: 'volumeActions.finish',
    payload: { id: volume.id, request: body } satisfies Finish,
  })
  return { action }
}

function openDroplet({ droplet_id: id }: Move, { engine }: AccountContext): Droplet {
  if (!id) throw unprocessable('Attachment not found')
  return engine.get('Droplet', id)
}

function checkRegion({ region: { slug } }: Volume, { region: regionSlug }: Request): void {
  if (regionSlug && regionSlug !== slug) throw unprocessable(`region: the volume is in ${slug}.`)
}

function checkMove({ region, droplet_ids: attached }: Volume, { type }: Move, droplet: Droplet): void {
  const isThere = attached.includes(droplet.id)
  // Clients look for this text and treat it as success.
  if (type === 'detach' && !isThere) throw unprocessable('Attachment not found')
  if (droplet.region.slug !== region.slug) throw unprocessable('droplet_id: the droplet is in another region.')
  if (type === 'attach' && attached.length > 0)
    throw unprocessable(isThere ? 'This volume is already attached' : `This volume is already attached to droplet ${attached[0]}`)
  if (type === 'attach' && droplet.volume_ids.length >= maxVolumesPerDroplet)
    throw unprocessable('cannot attach more volumes to the Droplet')
}

interface Finish {
  readonly id: string
  readonly request: Request
}

function finishAction({ id, request }: Finish, { engine }: AccountContext): void {
  const volume = engine.find('Volume', id)
  if (!volume) return
  if (request.type === 'resize') {
    engine.setFields('Volume', id, { size_gigabytes: request.size_gigabytes })
    return
  }
  const droplet = request.droplet_id === undefined ? undefined : engine.find('Droplet', request.droplet_id)
  if (!droplet) return
  const others = droplet.volume_ids.filter((other) => other !== id)
  const attaches = request.type === 'attach'
  engine.setFields('Droplet', droplet.id, { volume_ids: attaches ? [...others, id] : others })
  const tags = [...volume.tags, ...((attaches && request.tags) || [])]
  engine.update('Volume', id, { droplet_ids: attaches ? [droplet.id] : [], tags })
  // A volume that was attached is no longer empty.
  if (attaches) engine.setHidden('Volume', id, { stored: Math.max(engine.getHidden('Volume', id).stored ?? 0, firstStored(volume)) })
}

/** Gigabytes of an empty filesystem. */
function firstStored({ size_gigabytes: size }: Volume): number {
  return Math.round(size * 168.75) / 10_000
}

export const handlers = {
  volumes_actions_create: create,
  volumes_actions_createByName: createByName,
} satisfies Handlers

export const jobs: Jobs = { 'volumeActions.finish': finishAction }
