import { unprocessable } from '../engine/failure.ts'
import type { AccountContext } from '../engine/account-context.ts'
import type { Kinds } from '../generated/types.ts'

/** A region in which new things can be made. @throws Failure 422 naming `field` */
export function requireRegion({ engine }: AccountContext, slug: unknown, field = 'region'): Kinds['Region'] {
  return requireAvailable(engine.find('Region', String(slug)), slug, field)
}

/** The same of one that was looked for already. @throws Failure 422 naming `field` */
export function requireAvailable(region: Kinds['Region'] | undefined, slug: unknown, field = 'region'): Kinds['Region'] {
  if (!region?.available) throw unprocessable(`${field}: nothing new can be made in "${String(slug)}".`)
  return region
}
