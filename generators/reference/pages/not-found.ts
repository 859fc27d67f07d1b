/** Page for unknown URLs. Hosts of static files serve `404.html` for them. */
import type { Site } from '../site/addresses.ts'
import { html } from '../site/html.ts'
import { renderSearchButton } from '../site/layout.ts'
import type { Page } from '../site/page.ts'
import { createLinkResolver } from '../site/create-link-resolver.ts'

export function renderNotFound(site: Site): Page {
  const address = '404'
  const { to } = createLinkResolver(site, undefined, address)
  const description = 'There is no page with this URL.'
  return {
    address,
    kind: 'list',
    title: 'Page not found',
    description,
    breadcrumbs: [],
    body: html`<p class="lead">${description} Search for an operation, a path, a field or an error:</p>
      <p>${renderSearchButton('')}</p>
      <ul>
        <li><a href="${to('guides/index')}">Guides</a></li>
        ${site.apis.map(({ api }) => html`<li><a href="${to(api.name)}">${api.title}</a></li>`)}
      </ul>`,
    markdown: `# Page not found\n\n${description}\n\n- [Guides](guides/index.md)\n${site.apis.map(({ api }) => `- [${api.title}](${api.name}.md)\n`).join('')}`,
  }
}
