/** Droplet actions. A request is validated immediately and takes effect when the action completes. */
import type { Handler, Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { captureDroplet, createV6, parseImage, parsePolicy, requireSize, useBackups } from '../droplets/index.ts'
import { findImage } from '../images/index.ts'
import { recordSnapshot } from '../../shared/snapshots.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import type { Handlers, Jobs } from '../family.ts'

type Droplet = Kinds['Droplet']

type Request = Operations['droplets_actions_create' | 'droplets_actions_createByTag']['body']

const createByTag: Handler<'droplets_actions_createByTag'> = (call, ctx) => {
  const droplets = ctx.engine.list('Droplet', { where: [{ field: 'tags[]', equals: call.query.tag_name, ignoreCase: true }] })
  if (droplets.some(({ locked }) => locked))
    throw unprocessable('there are currently blocking events processing for one or more of the droplets')
  const actions = droplets.map((droplet) => startAction(call, ctx, droplet))
  return { actions, meta: { total: actions.length } }
}

type Starts = Call<'droplets_actions_create' | 'droplets_actions_createByTag'>

function startAction({ body, operation }: Starts, ctx: AccountContext, droplet: Droplet): Kinds['Action'] {
  const { id, region } = droplet
  const key = keyOf('Droplet', id)
  ctx.actions.requireIdle([key])
  checkAction(ctx, droplet, body)
  const image = 'image' in body ? body.image : undefined
  return ctx.actions.start({
    type: body.type,
    key,
    resourceType: 'droplet',
    resourceId: id,
    region,
    seconds: operation.action?.seconds ?? 5,
    locks: [key],
    onComplete: 'dropletActions.finish',
    // The image may be deleted before the action ends.
    payload: {
      id,
      request: body,
      since: ctx.clock.timestamp(),
      // Actions of other types may have it too, as null.
      ...(image ? { image: findImage(ctx, image) } : {}),
    } satisfies Finish,
  })
}

/** @throws Failure 422 when the droplet, or what the request names, does not suit the action */
function checkAction(ctx: AccountContext, droplet: Droplet, request: Request): void {
  const { engine } = ctx
  // Reads the present state, without propagation delay.
  const status = engine.getHidden('Droplet', droplet.id).behind === 'power_off' ? 'off' : droplet.status
  switch (request.type) {
    case 'power_off':
      if (status === 'off') throw unprocessable('Droplet is already powered off.')
      return
    case 'resize':
      checkSize(ctx, droplet, request.size)
      return
    case 'restore':
      if (![...droplet.backup_ids, ...droplet.snapshot_ids].includes(request.image))
        throw unprocessable('image: is not a backup or snapshot of this droplet.')
      return
    case 'rebuild': {
      const image = parseImage(ctx, request.image)
      const { slug } = droplet.region
      if (!image.regions.some((region) => region === slug)) throw unprocessable(`image: is not in ${slug}.`)
      if ((image.min_disk_size ?? 0) > droplet.disk) throw unprocessable("image: needs more than the droplet's disk.")
      return
    }
    case 'change_kernel':
      throw unprocessable('kernel: the droplet boots the kernel on its own disk.')
    case 'change_backup_policy':
      if (!droplet.features.includes('backups')) throw unprocessable('Backups are off.')
      return
    default:
  }
}

/** @throws Failure 422 */
function checkSize(ctx: AccountContext, { status, region, disk }: Droplet, slug: string): void {
  if (status !== 'off') throw unprocessable('Droplet is currently on. Please power it off to run this event.')
  const size = requireSize(ctx, slug)
  if (!size.regions.some((each) => each === region.slug)) throw unprocessable(`size: ${size.slug} is not to be had in ${region.slug}.`)
  if (size.disk < disk) throw unprocessable('This size is not available because it has a smaller disk.')
}

interface Finish {
  readonly id: number
  readonly request: Request
  /** Start of the action. */
  readonly since: string
  readonly image?: Kinds['Image']
}

function finishAction({ id, request, since, image }: Finish, ctx: AccountContext): void {
  const { engine } = ctx
  const droplet = engine.find('Droplet', id)
  if (!droplet) return
  const { features, networks } = droplet
  const withoutBackups = features.filter((feature) => feature !== 'backups')
  switch (request.type) {
    case 'rename':
      engine.setFields('Droplet', id, { name: request.name })
      return
    case 'resize': {
      const size = engine.get('Size', request.size.toLowerCase())
      const { disk, disk_info } = size
      engine.setFields('Droplet', id, { size, ...(request.disk && { disk, disk_info }) })
      return
    }
    case 'rebuild':
    case 'restore':
      engine.setFields('Droplet', id, { image })
      return
    case 'enable_backups':
    case 'change_backup_policy':
      engine.setFields('Droplet', id, { features: [...withoutBackups, 'backups'] })
      useBackups(ctx, id, parsePolicy(request.backup_policy))
      return
    case 'disable_backups':
      engine.setHidden('Droplet', id, { policy: undefined })
      engine.setFields('Droplet', id, { features: withoutBackups, next_backup_window: null })
      return
    case 'enable_ipv6':
      if (features.includes('ipv6')) return
      engine.setFields('Droplet', id, { features: [...features, 'ipv6'], networks: { ...networks, v6: [createV6(ctx)] } })
      return
    case 'snapshot': {
      const name = request.name || `${droplet.name}-${ctx.clock.timestamp()}`
      recordSnapshot(ctx, captureDroplet(ctx, droplet, 'snapshot', name, since), id)
      return
    }
    default:
    // The lifecycle alone handles power actions.
  }
}

export const handlers = {
  droplets_actions_create: (call, ctx) => ({ action: startAction(call, ctx, ctx.engine.get('Droplet', call.path.droplet_id)) }),
  droplets_actions_createByTag: createByTag,
} satisfies Handlers

export const jobs: Jobs = { 'dropletActions.finish': finishAction }
