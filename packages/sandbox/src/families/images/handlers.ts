import { images as entries } from '../../catalog/images.ts'
import { regions } from '../../catalog/regions.ts'
import type { Kinds } from '../../generated/types.ts'
import { createCustomImage } from './image-import.ts'
import { acceptTransfer, cancelTransfer, declineTransfer, offerTransfer } from './transfers.ts'
import type { Catalog, Handlers } from '../family.ts'
import { findImage, assertOwn } from './image-lookup.ts'

type Image = Kinds['Image']

declare module '../../engine/kinds.ts' {
  interface Hidden {
    Image: {
      /** Id of the source droplet. */
      dropletId?: number
      /** True for a platform image with an installed application. */
      application?: boolean
      /** File of a custom image, and the region that it is imported to. */
      source?: { readonly url: string; readonly region: Image['regions'][number] }
    }
  }
}

/** Creation time of the platform's images, which are older than every object of an account. */
const publicSince = '2026-02-18T08:00:00Z'

export const handlers = {
  images_get: ({ path }, ctx) => ({ image: findImage(ctx, path.image_id) }),
  images_create: createCustomImage,
  images_transfer: (call, ctx) => {
    const own = ctx.engine.get('Image', call.path.image_id)
    assertOwn(own)
    return offerTransfer(call, ctx, own)
  },
  images_acceptTransfer: acceptTransfer,
  images_cancelTransfer: cancelTransfer,
  images_declineTransfer: declineTransfer,
} satisfies Handlers

export const catalog: Catalog = (engine) => {
  const slugs = regions.filter(({ available }) => available).map(({ slug }) => slug)
  slugs.sort((a, b) => Number(b === 'nyc3') - Number(a === 'nyc3') || (a < b ? -1 : 1))
  for (const { application = false, type = application ? 'application' : 'base', id, ...entry } of entries.toReversed()) {
    const fields = { ...entry, type, public: true, regions: slugs, tags: [], status: 'available', created_at: publicSince } as const
    engine.create('Image', fields, { id, hidden: { application } })
  }
}
