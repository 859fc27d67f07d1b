/** Where names lead from one page. */
import type { Place } from '../parts/write-tree.ts'
import type { Site, SiteApi } from './addresses.ts'
import { relate } from './page.ts'

/** Operations of every API by their ids; schemas by their names, within their API. */
export function placeOn(site: Site, api: SiteApi | undefined, address: string): Place {
  const to = (target: string) => relate(address, target)
  const find = (name: string) => {
    const target = site.operations.get(name)?.address ?? api?.shared.get(name)?.address
    return target === undefined || target === address ? undefined : to(target)
  }
  return { find, to }
}
