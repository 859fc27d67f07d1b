/** Home page: APIs, guides and machine-readable files. */
import type { Chapter } from './guides.ts'
import type { Site } from '../site/addresses.ts'
import { html } from '../site/html.ts'
import { firstSentence } from '../site/markdown.ts'
import type { Page } from '../site/page.ts'
import { createLinkResolver } from '../site/create-link-resolver.ts'

export function renderHome(site: Site, chapters: readonly Chapter[]): Page {
  const links = createLinkResolver(site, undefined, 'index')
  const description = `${site.operations.size} operations in ${site.apis.length} APIs, with samples that run against the local sandbox.`
  const listed = site.apis.map(({ api }) => ({
    api,
    text: api.document.info.summary ?? firstSentence(api.document.info.description ?? ''),
  }))
  return {
    address: 'index',
    kind: 'home',
    title: 'Spindrift reference',
    description,
    trail: [],
    body: html`<p class="lead">${description} Base URLs are configurable; the URLs shown are those of the local sandbox.</p>
      <ul class="families">
        ${listed.map(
          ({ api, text }) =>
            html`<li>
              <a href="${links.to(api.name)}">${api.title}</a> <span class="type">${api.baseUrl}</span>
              <p>${text}</p>
            </li>`,
        )}
      </ul>
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
    markdown: `# Spindrift reference\n\n${description}\n\n${listed.map(({ api, text }) => `- [${api.title}](${api.name}.md): ${text}\n`).join('')}${chapters.map(printChapter).join('')}`,
  }
}

function printChapter({ title, pages }: Chapter): string {
  return `\n## ${title}\n\n${pages.map((page) => `- [${page.title}](${page.address}.md): ${page.description}\n`).join('')}`
}
