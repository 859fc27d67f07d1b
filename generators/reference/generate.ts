/** Generates the reference site: a page for every API, family, operation and schema, as HTML and as Markdown. */
import type { GeneratedFile } from '../kit/generated-file.ts'
import { kebab } from '../kit/page-address.ts'
import type { ApiModel } from '../model/api-model.ts'
import { renderMachineFiles } from './render-machine-files.ts'
import { renderApi } from './pages/api.ts'
import { renderChanges } from './pages/changes.ts'
import { renderCoverage } from './pages/coverage.ts'
import { renderDeprecations } from './pages/deprecations.ts'
import { renderErrors } from './pages/errors.ts'
import { renderFamily } from './pages/family.ts'
import { renderGuide } from './pages/guide.ts'
import { type Chapter, renderGuides } from './pages/guides.ts'
import { renderHome } from './pages/home.ts'
import { renderWorkflow } from './pages/workflow.ts'
import { renderLimits } from './pages/limits.ts'
import { renderNotFound } from './pages/not-found.ts'
import { renderOperation } from './pages/operation.ts'
import { renderProvenancePage } from './pages/provenance.ts'
import { renderSchema } from './pages/schema.ts'
import { renderStatesPage } from './pages/states.ts'
import { listEntries } from './search/list-entries.ts'
import { readAssets } from './site/assets.ts'
import { fitPage } from './site/fit-page.ts'
import { createSite, type Site } from './site/addresses.ts'
import { type Neighbors, renderPage } from './site/layout.ts'
import { type Page, type PageRecord, recordPage } from './site/page.ts'
import { noSources, type Sources } from './sources/sources.ts'
import { escapeTags } from './format-markdown.ts'

/** Output folder of the site. */
export const folder = 'packages/reference/dist/site'

export function generateReference(model: ApiModel, sources: Sources = noSources): GeneratedFile[] {
  const site = createSite(model)
  const front = buildFrontPages(site, sources)
  const pages = [...front.pages, ...listPageFactories(site).map(({ createPage }) => createPage())]
  const contents = listContents(front.chapters, pages.map(recordPage))
  return [...pages.flatMap((page, index) => writeFiles(site, page, index, contents)), ...writeIndexes(model, site, contents)]
}

/** Index of all pages, as plain data that worker threads can exchange. */
export interface Contents {
  /** Pages in reading order. */
  readonly records: readonly PageRecord[]
  /** The same pages, with unique titles. */
  readonly pages: readonly PageRecord[]
  readonly chapters: readonly Chapter[]
}

export function listContents(chapters: readonly Chapter[], records: readonly PageRecord[]): Contents {
  return { records, pages: deduplicateTitles(records), chapters }
}

/** Writes a page as HTML and as Markdown. @param index position of the page in the contents */
export function writeFiles(site: Site, page: Page, index: number, { pages, chapters }: Contents): GeneratedFile[] {
  const distinct = { ...page, ...pages[index] }
  return [
    { path: `${folder}/${page.address}.html`, text: replaceInvisible(renderPage(site, distinct, findNeighbors(pages, index), chapters)) },
    { path: `${folder}/${page.address}.md`, text: replaceInvisible(distinct.markdown) },
  ]
}

/** Builds the files that depend on all pages. */
export function writeIndexes(model: ApiModel, site: Site, { records, pages, chapters }: Contents): GeneratedFile[] {
  const notFound = renderNotFound(site)
  return [
    { path: `${folder}/assets/search-index.json`, text: replaceInvisible(`${JSON.stringify({ entries: listEntries(records) })}\n`) },
    ...renderMachineFiles(model, pages, chapters).map(({ name, text }) => ({ path: `${folder}/${name}`, text: replaceInvisible(text) })),
    { path: `${folder}/404.html`, text: replaceInvisible(renderPage(site, notFound, {}, chapters)) },
    { path: `${folder}/404.md`, text: replaceInvisible(escapeTags(notFound.markdown)) },
    { path: `${folder}/assets/earlier.json`, text: `${JSON.stringify(listLegacyFragments(site))}\n` },
  ]
}

/** Replaces invisible and bidirectional control characters. */
function replaceInvisible(text: string): string {
  // Pages are mostly ASCII, so only other characters are checked.
  return text
    .toWellFormed()
    .replace(/[^\t\n -~]+/g, (part) => part.replace(/[[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]--[\t\n]]/gv, '\ufffd'))
}

/** Lists the assets that all pages share. */
export function listAssets(): GeneratedFile[] {
  return [...readAssets()].map(([name, text]) => ({ path: `${folder}/assets/${name}`, text }))
}

/** Maps URL fragments of the former single-page layout to pages. */
function listLegacyFragments(site: Site): Record<string, Record<string, string>> {
  return Object.fromEntries(
    site.apis.map(({ api }) => [
      api.name,
      Object.fromEntries(
        api.families.flatMap((family) => [
          [kebab(family.title), `${api.name}/${family.name}/index`],
          ...family.operations.map(({ id }) => [`${kebab(family.title)}/${id.toLowerCase()}`, site.operations.get(id)?.address ?? '']),
        ]),
      ),
    ]),
  )
}

export interface FrontPages {
  readonly chapters: readonly Chapter[]
  readonly pages: readonly Page[]
}

/** Builds the pages before those of the APIs: home, guides, workflows and lists. */
export function buildFrontPages(site: Site, { guides, workflows, changes, coverage }: Sources): FrontPages {
  const all = [
    ...[...Map.groupBy(guides, ({ chapter }) => chapter)].map(([title, own]) => ({
      title,
      pages: own.map((guide) => renderGuide(site, guide)),
    })),
    { title: 'Workflows', pages: workflows.map((workflow) => renderWorkflow(site, workflow)) },
    {
      title: 'All APIs',
      pages: [
        renderCoverage(site, coverage),
        renderErrors(site),
        renderLimits(site),
        renderStatesPage(site),
        renderDeprecations(site),
        renderProvenancePage(site),
        ...renderChanges(site, changes),
      ],
    },
  ]
  const filledChapters = all.filter(({ pages }) => pages.length > 0)
  const chapters = filledChapters.map(({ title, pages }) => ({ title, pages: pages.map(recordPage) }))
  return { chapters, pages: [renderHome(site, chapters), renderGuides(site, chapters), ...filledChapters.flatMap(({ pages }) => pages)] }
}

export interface PageFactory {
  readonly createPage: () => Page
  /** Operations and components whose texts the page shows, and those that they refer to. Undefined if it shows more. */
  readonly shows?: readonly string[]
}

/** Lists a factory for each page of the APIs, in reading order. */
export function listPageFactories(site: Site): PageFactory[] {
  return site.apis.flatMap((api) => [
    { createPage: () => renderApi(site, api) },
    ...api.api.families.flatMap((family) => [
      {
        createPage: () => renderFamily(site, api, family),
        shows: [...family.operations.map(({ id }) => id), ...family.schemas.map(({ name }) => name)],
      },
      ...family.operations.flatMap(({ id }) => {
        const operation = site.operations.get(id)
        if (!operation) return []
        return [{ createPage: () => fitPage((maxDepth) => renderOperation(site, operation, maxDepth)), shows: [id] }]
      }),
    ]),
    ...[...api.shared].map(([name, schema]) => ({
      createPage: () => fitPage((maxDepth) => renderSchema(site, api, schema, maxDepth)),
      shows: [name],
    })),
  ])
}

/** Adds the parent's title to duplicate titles. */
function deduplicateTitles(pages: readonly PageRecord[]): PageRecord[] {
  const firstLine = (markdown: string) => markdown.slice(0, markdown.indexOf('\n'))
  const titles = Map.groupBy(pages, ({ title }) => title)
  const lines = Map.groupBy(pages, ({ markdown }) => firstLine(markdown))
  return pages.map((page) => {
    const line = firstLine(page.markdown)
    const isOnly = titles.get(page.title)?.length === 1
    if (isOnly && lines.get(line)?.length === 1) return page
    const title = isOnly ? page.title : `${page.title} (${page.breadcrumbs.at(-1)?.title ?? page.address})`
    return { ...page, title, markdown: `# ${escapeTags(title)}${page.markdown.slice(line.length)}` }
  })
}

function findNeighbors(pages: readonly PageRecord[], index: number): Neighbors {
  const previous = pages[index - 1]
  const next = pages[index + 1]
  return { ...(previous && { previous }), ...(next && { next }) }
}
