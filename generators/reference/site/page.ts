/** Page of the site, as data. */
import type { SearchWords } from '../search/entry.ts'
import { escapeTags } from '../format-markdown.ts'
import type { Html } from './html.ts'

export interface Page {
  /** Below the root of the site, without an ending: `control/volumes/create`. */
  readonly address: string
  readonly kind: 'home' | 'api' | 'family' | 'operation' | 'schema' | 'guide' | 'list'
  readonly title: string
  /** One sentence for search results and previews. */
  readonly description: string
  /** Breadcrumb: from the root to the parent page. */
  readonly breadcrumbs: readonly Link[]
  readonly body: Html
  /** Content of the page as Markdown. */
  readonly markdown: string
  /** Right column of an operation: its samples. */
  readonly aside?: Html
  /** Head of an operation, above its samples on small screens. */
  readonly summary?: Html
  /** Headings of a guide, as links within the page. */
  readonly contents?: readonly Heading[]
  /** Additional search terms. */
  readonly words?: SearchWords
}

/** Page without its HTML. The Markdown is as published. */
export type PageRecord = Omit<Page, 'body' | 'aside' | 'summary' | 'contents'>

export function recordPage({ body: _body, aside: _aside, summary: _summary, contents: _contents, ...record }: Page): PageRecord {
  return { ...record, markdown: escapeTags(record.markdown) }
}

export interface Heading {
  readonly title: string
  readonly anchor: string
}

export interface Link {
  readonly title: string
  readonly address: string
}

/** Relative link between two pages, so that the site works below any path and from a folder. */
export function relate(from: string, to: string, ending = '.html'): string {
  const [target = '', fragment] = to.split('#')
  const fromSegments = from.split('/').slice(0, -1)
  const targetSegments = target.split('/')
  let shared = 0
  while (shared < fromSegments.length && shared < targetSegments.length - 1 && fromSegments[shared] === targetSegments[shared]) shared += 1
  const path = [...fromSegments.slice(shared).map(() => '..'), ...targetSegments.slice(shared)].join('/')
  return `${path}${ending}${fragment === undefined ? '' : `#${fragment}`}`
}
