/** Page of an API: base URL, description and families. */
import type { Family } from '../../model/api-model.ts'
import { listFamilyGroups } from '../../model/list-tag-groups.ts'
import type { Site, SiteApi } from '../site/addresses.ts'
import { type Html, html } from '../site/html.ts'
import { firstSentence, renderMarkdown } from '../site/markdown.ts'
import type { Page } from '../site/page.ts'
import { createLinkResolver } from '../site/create-link-resolver.ts'

export function renderApi(site: Site, api: SiteApi): Page {
  const { name, title, version, baseUrl, families, document } = api.api
  const groups = listFamilyGroups(api.api)
  const links = createLinkResolver(site, api, name)
  const { summary = '', description = '' } = document.info
  const renderFamily = (family: Family): Html =>
    html`<li>
      <a href="${links.to(`${name}/${family.name}/index`)}">${family.title}</a>
      <span class="type">${family.operations.length} ${family.operations.length === 1 ? 'operation' : 'operations'}</span>
      <p>${firstSentence(family.description)}</p>
    </li>`
  const body = html`<p class="call">Base URL of the local sandbox: <code>${baseUrl}</code> · version ${version}</p>
    <div class="lead">${summary !== '' && html`<p>${summary}</p>`}${renderMarkdown(description, links.find)}</div>
    ${groups.map(
      ({ title: heading, families: own }) =>
        html`<section>
          <h2>${heading === '' ? 'Families' : heading}</h2>
          <ul class="families">
            ${own.map((family) => renderFamily(family))}
          </ul>
        </section>`,
    )}`
  const lines = families.map((family) => `- [${family.title}](${name}/${family.name}/index.md): ${firstSentence(family.description)}\n`)
  return {
    address: name,
    kind: 'api',
    title,
    description: summary === '' ? firstSentence(description) : summary,
    breadcrumbs: [],
    body,
    markdown: `# ${title}\n\n${summary === '' ? '' : `${summary}\n\n`}${description}\n\nBase URL of the local sandbox: ${baseUrl}\n\n${lines.join('')}`,
  }
}
