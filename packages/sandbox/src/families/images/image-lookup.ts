import { Failure, notFound } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'

type Image = Kinds['Image']

/** Requires an image by id, or a platform image by slug. @throws Failure 404 */
export function findImage({ engine }: AccountContext, name: string | number): Image {
  const byId = engine.find('Image', name)
  if (byId) return byId
  const [image] = engine.list('Image', { where: [{ field: 'slug', equals: String(name).toLowerCase() }] })
  if (!image) throw notFound()
  return image
}

/** @throws Failure 403 for the platform's images */
export function assertOwn({ public: isPublic }: Image): void {
  if (isPublic) throw new Failure(403, 'This image is public and cannot be changed by an account.')
}
