/** Index of guides, workflows and lists. */
import type { Site } from '../site/addresses.ts'
import type { Page, PageRecord } from '../site/page.ts'
import { renderProse } from '../site/prose.ts'

export function renderGuides(site: Site, chapters: readonly Chapter[]): Page {
  return renderProse(site, {
    address: 'guides/index',
    kind: 'guide',
    title: 'Guides',
    description:
      'How to start, how the API behaves, how to use the client and the sandbox, and complete tasks step by step. Every sample is tested against the sandbox.',
    breadcrumbs: [],
    text: chapters.map(({ title, pages }) => `## ${title}\n\n${pages.map((page) => printEntry(page)).join('')}`).join('\n\n'),
  })
}

export interface Chapter {
  readonly title: string
  readonly pages: readonly PageRecord[]
}

function printEntry({ title, address, description }: PageRecord): string {
  const target = address.startsWith('guides/') ? address.slice('guides/'.length) : `../${address}`
  return `- [${title}](${target}.md): ${description}\n`
}
