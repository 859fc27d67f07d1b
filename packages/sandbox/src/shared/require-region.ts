import { unprocessable } from '../engine/failure.ts'
import type { AccountContext } from '../engine/account-context.ts'
import type { Kinds } from '../generated/types.ts'

/** Returns a region that accepts new resources. @throws Failure 422 naming `field` */
export function requireRegion({ engine }: AccountContext, slug: unknown, field = 'region'): Kinds['Region'] {
  return requireAvailable(engine.find('Region', String(slug)), slug, field)
}

/** Checks that a region exists and accepts new resources. @throws Failure 422 naming `field` */
export function requireAvailable(region: Kinds['Region'] | undefined, slug: unknown, field = 'region'): Kinds['Region'] {
  if (!region?.available) throw unprocessable(`${field}: no new resources can be created in "${String(slug)}".`)
  return region
}
