/** The reference site: a page for everything that has a name, as HTML for people and as Markdown for machines. */
import type { GeneratedFile } from '../kit/generated-file.ts'
import { kebab } from '../kit/page-address.ts'
import type { ApiModel } from '../model/api-model.ts'
import { writeMachineFiles } from './machines.ts'
import { writeApi } from './pages/api.ts'
import { writeChanges } from './pages/changes.ts'
import { writeDeprecations } from './pages/deprecations.ts'
import { writeErrors } from './pages/errors.ts'
import { writeFamily } from './pages/family.ts'
import { writeGuide } from './pages/guide.ts'
import { type Chapter, writeGuides } from './pages/guides.ts'
import { writeHome } from './pages/home.ts'
import { writeJourney } from './pages/journey.ts'
import { writeLimits } from './pages/limits.ts'
import { writeOperation } from './pages/operation.ts'
import { writeSchema } from './pages/schema.ts'
import { writeStates } from './pages/states.ts'
import { listEntries } from './search/list-entries.ts'
import { readAssets } from './site/assets.ts'
import { fitPage } from './site/fit-page.ts'
import { createSite, type Site } from './site/addresses.ts'
import { type Neighbors, writePage } from './site/layout.ts'
import type { Page } from './site/page.ts'
import { noSources, type Sources } from './sources/sources.ts'
import { escapeTags } from './write-markdown.ts'

/** Where the site is written; nothing else is there. */
export const folder = 'packages/reference/dist/site'

export function generateReference(model: ApiModel, sources: Sources = noSources): GeneratedFile[] {
  const site = createSite(model)
  const chapters = listChapters(site, sources)
  const listed = listPages(site, chapters)
  const pages = distinguish(listed)
  return [
    ...pages.flatMap((page, index) => [
      { path: `${folder}/${page.address}.html`, text: showHidden(writePage(site, page, findNeighbors(pages, index), chapters)) },
      { path: `${folder}/${page.address}.md`, text: showHidden(escapeTags(page.markdown)) },
    ]),
    { path: `${folder}/assets/search-index.json`, text: showHidden(`${JSON.stringify({ entries: listEntries(listed) })}\n`) },
    ...writeMachineFiles(model, pages, chapters).map(({ name, text }) => ({ path: `${folder}/${name}`, text: showHidden(text) })),
    { path: `${folder}/assets/earlier.json`, text: `${JSON.stringify(listEarlier(site))}\n` },
  ]
}

/** Nothing on a page that a reader does not see, reorders a line, or cannot be stored. */
function showHidden(text: string): string {
  // Most of a page is plain, which one look tells.
  return text
    .toWellFormed()
    .replace(/[^\t\n -~]+/g, (part) => part.replace(/[[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]--[\t\n]]/gv, '\ufffd'))
}

/** What the pages share and no specification changes. */
export function listAssets(): GeneratedFile[] {
  return [...readAssets()].map(([name, text]) => ({ path: `${folder}/assets/${name}`, text }))
}

/** The fragments by which the one page of an API was addressed until every operation had a page of its own. */
function listEarlier(site: Site): Record<string, Record<string, string>> {
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

/** What is read from its beginning to its end, or looked up over all APIs. */
function listChapters(site: Site, { guides, journeys, changes }: Sources): Chapter[] {
  const chapters = [
    { title: 'How to', pages: guides.map((guide) => writeGuide(site, guide)) },
    { title: 'Journeys', pages: journeys.map((journey) => writeJourney(site, journey)) },
    {
      title: 'Over all APIs',
      pages: [writeErrors(site), writeLimits(site), writeStates(site), writeDeprecations(site), ...writeChanges(site, changes)],
    },
  ]
  return chapters.filter(({ pages }) => pages.length > 0)
}

/** In the order in which they are turned. */
function listPages(site: Site, chapters: readonly Chapter[]): Page[] {
  return [
    writeHome(site, chapters),
    writeGuides(site, chapters),
    ...chapters.flatMap(({ pages }) => pages),
    ...site.apis.flatMap((api) => [
      writeApi(site, api),
      ...api.api.families.flatMap((family) => [
        writeFamily(site, api, family),
        ...family.operations.flatMap(({ id }) => {
          const operation = site.operations.get(id)
          return operation ? [fitPage((deepest) => writeOperation(site, operation, deepest))] : []
        }),
      ]),
      ...[...api.shared.values()].map((schema) => fitPage((deepest) => writeSchema(site, api, schema, deepest))),
    ]),
  ]
}

/** No two pages begin alike: where they would, the page above is named too. */
function distinguish(pages: readonly Page[]): Page[] {
  const firstLine = (markdown: string) => markdown.slice(0, markdown.indexOf('\n'))
  const titles = Map.groupBy(pages, ({ title }) => title)
  const lines = Map.groupBy(pages, ({ markdown }) => firstLine(markdown))
  return pages.map((page) => {
    const line = firstLine(page.markdown)
    const isOnly = titles.get(page.title)?.length === 1
    if (isOnly && lines.get(line)?.length === 1) return page
    const title = isOnly ? page.title : `${page.title} (${page.trail.at(-1)?.title ?? page.address})`
    return { ...page, title, markdown: `# ${title}${page.markdown.slice(line.length)}` }
  })
}

function findNeighbors(pages: readonly Page[], index: number): Neighbors {
  const previous = pages[index - 1]
  const next = pages[index + 1]
  return { ...(previous && { previous }), ...(next && { next }) }
}
