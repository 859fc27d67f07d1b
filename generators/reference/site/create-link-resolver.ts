/** Resolves names to links from one page. */
import type { LinkResolver } from '../parts/render-tree.ts'
import type { Site, SiteApi } from './addresses.ts'
import { relate } from './page.ts'

/** Finds operations of every API by id, and schemas of the same API by name. */
export function createLinkResolver(site: Site, api: SiteApi | undefined, address: string): LinkResolver {
  const to = (target: string) => relate(address, target)
  const locate = (name: string) => site.operations.get(name)?.address ?? api?.shared.get(name)?.address
  const linkTo = (target: string | undefined) => (target === undefined ? undefined : to(target))
  const isOther = (target: string | undefined) => target !== address
  return {
    to,
    find: (name) => linkTo([locate(name)].find(isOther)),
    findWithSelf: (name) => linkTo(locate(name)),
    folder: `${api?.api.name ?? ''} ${address.slice(0, address.lastIndexOf('/') + 1)}`,
  }
}
