/** Home page: the product, one sample, a first page for each kind of reader, and all guides, APIs and documents. */
import { renderStates } from '../parts/render-states.ts'
import { renderTabs } from '../parts/render-tabs.ts'
import { renderSamples } from '../render-samples.ts'
import type { Chapter } from './guides.ts'
import type { Site } from '../site/addresses.ts'
import { renderCode } from '../site/highlight.ts'
import { type Html, html } from '../site/html.ts'
import { firstSentence } from '../site/markdown.ts'
import type { Page } from '../site/page.ts'
import { createLinkResolver } from '../site/create-link-resolver.ts'

const introduction =
  'A whole cloud platform on your machine: a TypeScript client, a mock, a stateful sandbox and database tools for AI agents, generated from one OpenAPI specification.'

/** First page for each kind of reader. */
const readers = [
  {
    address: 'guides/client-calls',
    title: 'TypeScript developers',
    text: 'Every operation typed, with pagination, retries, rate limits and waiting.',
  },
  {
    address: 'guides/testing',
    title: 'Test engineers',
    text: 'Run the platform in CI, offline, with a clock and faults that you control.',
  },
  { address: 'coverage', title: 'Can I test X here?', text: 'What works in the sandbox, what it simulates and what is missing.' },
  { address: 'guides/mcp', title: 'Agent builders', text: 'Database tools over MCP, read-only by default.' },
  { address: 'errors', title: 'API readers', text: 'Errors, rate limits and states of every operation.' },
  { address: 'guides/versioning', title: 'Platform teams', text: 'Versions, stability and the OpenAPI documents.' },
] as const

export function renderHome(site: Site, chapters: readonly Chapter[]): Page {
  const links = createLinkResolver(site, undefined, 'index')
  const version = site.apis[0]?.api.version ?? ''
  const description = `${introduction} ${site.operations.size} operations in ${site.apis.length} APIs.`
  const apis = site.apis.map(({ api }) => ({
    api,
    text: api.document.info.summary ?? firstSentence(api.document.info.description ?? ''),
  }))
  const known = new Set(chapters.flatMap(({ pages }) => pages.map(({ address }) => address)))
  const cards = readers.filter(({ address }) => known.has(address))
  return {
    address: 'index',
    kind: 'home',
    title: 'Spindrift reference',
    description,
    breadcrumbs: [],
    body: html`<div class="hero">
        <div>
          <p class="lead">${introduction}</p>
          <p>${renderCode('npx @spindrift/sandbox start', 'sh')}</p>
          <p class="type">Specification ${version} · ${site.operations.size} operations · every sample is tested against the sandbox</p>
          ${renderDiagram(site)}
        </div>
        <div>${renderSample(site)}</div>
      </div>
      <ul class="families readers">
        ${cards.map(({ address, title, text }) => renderCard(links.to(address), title, text))}
      </ul>
      <section>
        <h2>APIs</h2>
        <ul class="families">
          ${apis.map(({ api, text }) => renderCard(links.to(api.name), api.title, text))}
        </ul>
      </section>
      ${chapters.map(
        (chapter) =>
          html`<section>
            <h2>${chapter.title}</h2>
            <ul class="links">
              ${chapter.pages.map((page) => html`<li><a href="${links.to(page.address)}">${page.title}</a></li>`)}
            </ul>
          </section>`,
      )}
      <section>
        <h2>Machine-readable formats</h2>
        <p>
          Every page is also available as Markdown: replace <code>.html</code> with <code>.md</code>. <a href="llms.txt">llms.txt</a> lists
          all pages, <a href="llms-full.txt">llms-full.txt</a> contains them. OpenAPI documents:
        </p>
        <ul>
          ${site.apis.map(({ api }) => html`<li>${api.title}: <a href="bundles/${api.name}.json">JSON</a>, <a href="bundles/${api.name}.yaml">YAML</a></li>`)}
        </ul>
      </section>`,
    markdown: `# Spindrift reference\n\n${description}\n\n${apis.map(({ api, text }) => `- [${api.title}](${api.name}.md): ${text}\n`).join('')}${chapters.map(printChapter).join('')}`,
  }
}

function renderCard(href: string, title: string, text: string): Html {
  return html`<li>
    <a href="${href}">${title}</a>
    <p>${text}</p>
  </li>`
}

/** Samples of one request. */
function renderSample(site: Site): Html | undefined {
  const operation = site.operations.get('droplets_create')
  const samples = operation ? renderSamples(operation.api.api, operation.family, operation.operation) : []
  return samples.length === 0
    ? undefined
    : renderTabs(
        'Languages',
        samples.map(({ label, lang, source }) => ({ label, body: renderCode(source, lang) })),
        true,
      )
}

/** State machine of one resource. */
function renderDiagram(site: Site): Html | undefined {
  const schemas = site.apis.flatMap(({ api }) => api.families.flatMap((family) => family.schemas))
  const lifecycle = schemas.find(({ name }) => name === 'VectorDatabase')?.lifecycle
  return lifecycle && html`<figure tabindex="0">${renderStates(lifecycle, 'States of a vector database', () => false)}</figure>`
}

function printChapter({ title, pages }: Chapter): string {
  return `\n## ${title}\n\n${pages.map((page) => `- [${page.title}](${page.address}.md): ${page.description}\n`).join('')}`
}
