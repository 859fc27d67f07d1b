/** Builds a page from Markdown text. */
import type { Site } from './addresses.ts'
import { html } from './html.ts'
import { listHeadings, renderText } from './markdown.ts'
import type { Link, Page } from './page.ts'
import { createLinkResolver } from './create-link-resolver.ts'

export interface Prose {
  readonly address: string
  readonly kind: Page['kind']
  readonly title: string
  readonly description: string
  readonly breadcrumbs: readonly Link[]
  /** Links to other pages are relative and end in `.md`. */
  readonly text: string
}

export function renderProse(site: Site, { text, ...page }: Prose): Page {
  const resolveLink = createLinkResolver(site, undefined, page.address)
  return {
    ...page,
    contents: listHeadings(text),
    body: html`<div class="lead"><p>${page.description}</p></div>
      <div class="prose">${renderText(text, resolveLink.find)}</div>`,
    markdown: `# ${page.title}\n\n${page.description}\n\n${text}\n`,
  }
}
