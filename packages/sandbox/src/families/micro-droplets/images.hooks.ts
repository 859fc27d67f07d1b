/** Container images. Nothing is downloaded: every source exists, except registries that the account does not have. */
import { registryHost } from '../../catalog/registries.ts'
import type { Call } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { scheduleIn } from '../../shared/schedule-job.ts'
import type { Jobs } from '../family.ts'

const secondsToImport = 30

const maxImages = 100

function finishImport({ id }: { readonly id: string }, { engine }: AccountContext): void {
  const image = engine.find('MicroDropletImage', id)
  if (!image) return
  const [host, registry = ''] = image.source.split('/')
  const isMissing = host === registryHost && !engine.find('Registry', registry)
  engine.setFields('MicroDropletImage', id, { status: isMissing ? 'IMAGE_FAILED' : 'IMAGE_AVAILABLE' })
}

/** Returns the id of an image that the request names by id or URN; undefined for a public reference. @throws Failure 409, 422 */
export function findImage(asked: string, { engine }: AccountContext): string | undefined {
  const [, id] = /^(?:do:micro_?droplet[_-]?image:)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(asked) ?? []
  if (id === undefined && asked.includes('/')) return undefined
  const image = id === undefined ? undefined : engine.find('MicroDropletImage', id.toLowerCase())
  if (!image) throw unprocessable(`image: there is no micro droplet image "${asked}".`)
  if (image.status !== 'IMAGE_AVAILABLE') throw conflict(`The image ${image.name} is ${image.status}; it must be IMAGE_AVAILABLE.`)
  return image.id
}

const microDropletImage: ResourceHooks<'MicroDropletImage'> = {
  parseCreate: ({ body }: Call<'microDroplets_images_create'>, { engine }) => {
    if (engine.count('MicroDropletImage') >= maxImages)
      throw unprocessable(`The account has ${maxImages} micro droplet images, which is its limit.`)
    return { fields: body, lifecycle: false }
  },
  afterCreate: ({ id }, _key, ctx) => scheduleIn(ctx, secondsToImport, 'microDroplets.import', { id }),
  beforeDelete: ({ id }, _key, { engine }) => {
    const [user] = engine.list('MicroDroplet', { where: [{ field: 'image', equals: id, hidden: true }] })
    if (user) throw conflict(`The micro droplet ${user.name} was started from this image.`)
  },
}

export const imagesHooks: HooksByKind = { MicroDropletImage: microDropletImage }

export const imagesJobs: Jobs = { 'microDroplets.import': finishImport }
