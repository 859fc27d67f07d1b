/** The page of one guide. */
import type { Guide } from '../sources/sources.ts'
import type { Site } from '../site/addresses.ts'
import type { Page } from '../site/page.ts'
import { writeProse } from '../site/prose.ts'

export const guidesTrail = [{ title: 'Guides', address: 'guides/index' }] as const

export function writeGuide(site: Site, { name, title, description, text }: Guide): Page {
  return writeProse(site, { address: `guides/${name}`, kind: 'guide', title, description, trail: guidesTrail, text })
}
