/** The first page: which APIs there are. */
import type { Chapter } from './guides.ts'
import type { Site } from '../site/addresses.ts'
import { html } from '../site/html.ts'
import { firstSentence } from '../site/markdown.ts'
import type { Page } from '../site/page.ts'
import { placeOn } from '../site/place.ts'

export function renderHome(site: Site, chapters: readonly Chapter[]): Page {
  const place = placeOn(site, undefined, 'index')
  const description = `${site.operations.size} operations in ${site.apis.length} APIs, with samples that run against the sandbox on your machine.`
  const listed = site.apis.map(({ api }) => ({
    api,
    says: api.document.info.summary ?? firstSentence(api.document.info.description ?? ''),
  }))
  return {
    address: 'index',
    kind: 'home',
    title: 'Spindrift reference',
    description,
    trail: [],
    body: html`<p class="lead">${description} Every base URL is configuration; those shown are the local sandbox.</p>
      <ul class="families">
        ${listed.map(
          ({ api, says }) =>
            html`<li>
              <a href="${place.to(api.name)}">${api.title}</a> <span class="type">${api.baseUrl}</span>
              <p>${says}</p>
            </li>`,
        )}
      </ul>
      ${chapters.map(
        (chapter) =>
          html`<section>
            <h2>${chapter.title}</h2>
            <ul class="shelf">
              ${chapter.pages.map((page) => html`<li><a href="${place.to(page.address)}">${page.title}</a></li>`)}
            </ul>
          </section>`,
      )}
      <section>
        <h2>For programs</h2>
        <p>
          Every page is there as Markdown, with <code>.md</code> in place of <code>.html</code>; <a href="llms.txt">llms.txt</a> lists them
          and <a href="llms-full.txt">llms-full.txt</a> is all of them. OpenAPI to download:
        </p>
        <ul>
          ${site.apis.map(({ api }) => html`<li>${api.title}: <a href="bundles/${api.name}.json">JSON</a>, <a href="bundles/${api.name}.yaml">YAML</a></li>`)}
        </ul>
      </section>`,
    markdown: `# Spindrift reference\n\n${description}\n\n${listed.map(({ api, says }) => `- [${api.title}](${api.name}.md): ${says}\n`).join('')}${chapters.map(printChapter).join('')}`,
  }
}

function printChapter({ title, pages }: Chapter): string {
  return `\n## ${title}\n\n${pages.map((page) => `- [${page.title}](${page.address}.md): ${page.description}\n`).join('')}`
}
