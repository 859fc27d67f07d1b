import { unprocessable } from '../engine/failure.ts'
import type { Value } from '../engine/values.ts'
import type { World } from '../engine/world.ts'

/** A region in which new things can be made. @throws Failure 422 naming `field` */
export function openRegion({ engine }: World, slug: unknown, field = 'region'): Value {
  const region = engine.find({ kind: 'Region', id: String(slug) })
  if (region?.['available'] !== true) throw unprocessable(`${field}: nothing new can be made in "${String(slug)}".`)
  return region
}
