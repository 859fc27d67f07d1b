/** Page of a guide. */
import type { Guide } from '../sources/sources.ts'
import type { Site } from '../site/addresses.ts'
import type { Page } from '../site/page.ts'
import { renderProse } from '../site/prose.ts'

export const guidesTrail = [{ title: 'Guides', address: 'guides/index' }] as const

export function renderGuide(site: Site, { name, title, description, text }: Guide): Page {
  return renderProse(site, { address: `guides/${name}`, kind: 'guide', title, description, breadcrumbs: guidesTrail, text })
}
