/** Where names lead from one page. */
import type { Place } from '../parts/render-tree.ts'
import type { Site, SiteApi } from './addresses.ts'
import { relate } from './page.ts'

/** Operations of every API by their ids; schemas by their names, within their API. */
export function placeOn(site: Site, api: SiteApi | undefined, address: string): Place {
  const to = (target: string) => relate(address, target)
  const locate = (name: string) => site.operations.get(name)?.address ?? api?.shared.get(name)?.address
  const lead = (target: string | undefined) => (target === undefined ? undefined : to(target))
  const isOther = (target: string | undefined) => target !== address
  return {
    to,
    find: (name) => lead([locate(name)].find(isOther)),
    seek: (name) => lead(locate(name)),
    folder: `${api?.api.name ?? ''} ${address.slice(0, address.lastIndexOf('/') + 1)}`,
  }
}
