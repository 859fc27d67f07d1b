/** Imported container images. Nothing is fetched: every import succeeds, except from a registry that the account does not have. */
import { registryHost } from '../../catalog/registries.ts'
import type { Call } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'

const maxImages = 100

/** Fails the import when its source is a registry that the account does not have. */
function finishImport({ source }: Kinds['MicroDropletImage'], { engine }: AccountContext): Changes<Kinds['MicroDropletImage']> {
  const [host, registry = ''] = source.split('/')
  return host === registryHost && !engine.find('Registry', registry) ? { status: 'IMAGE_FAILED' } : {}
}

/** Returns the id of an image that the request names by id or URN; undefined for a public reference. @throws Failure 409, 422 */
export function findImage(reference: string, { engine }: AccountContext): string | undefined {
  const [, id] = /^(?:do:micro_?droplet[_-]?image:)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(reference) ?? []
  if (id === undefined && reference.includes('/')) return undefined
  const image = id === undefined ? undefined : engine.find('MicroDropletImage', id.toLowerCase())
  if (!image) throw unprocessable(`image: there is no micro droplet image "${reference}".`)
  if (image.status !== 'IMAGE_AVAILABLE') throw conflict(`The image ${image.name} is ${image.status}; it must be IMAGE_AVAILABLE.`)
  return image.id
}

const microDropletImage: ResourceHooks<'MicroDropletImage'> = {
  parseCreate: ({ body }: Call<'microDroplets_images_create'>, { engine }) => {
    if (engine.count('MicroDropletImage') >= maxImages)
      throw unprocessable(`The account has ${maxImages} micro droplet images, which is its limit.`)
    return { fields: body }
  },
  onEnter: { IMAGE_AVAILABLE: (image, _key, ctx) => finishImport(image, ctx) },
  beforeDelete: ({ id }, _key, { engine }) => {
    const [user] = engine.list('MicroDroplet', { where: [{ field: 'image', equals: id, hidden: true }] })
    if (user) throw conflict(`The micro droplet ${user.name} was started from this image.`)
  },
}

export const imagesHooks: HooksByKind = { MicroDropletImage: microDropletImage }
