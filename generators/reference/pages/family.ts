/** Page of a family: description, operations, state machines and schemas. */
import type { Family, Operation } from '../../model/api-model.ts'
import { groupByTag } from '../../model/list-tag-groups.ts'
import { renderStates } from '../parts/render-states.ts'
import { getFamilyWords } from '../search/list-entries.ts'
import type { SharedSchema, Site, SiteApi } from '../site/addresses.ts'
import { html, type Html } from '../site/html.ts'
import { firstSentence, renderMarkdown } from '../site/markdown.ts'
import type { Page } from '../site/page.ts'
import { createLinkResolver } from '../site/create-link-resolver.ts'

export function renderFamily(site: Site, api: SiteApi, family: Family): Page {
  const address = `${api.api.name}/${family.name}/index`
  const links = createLinkResolver(site, api, address)
  const states = family.schemas.flatMap(({ name, lifecycle }) => (lifecycle ? [{ name, lifecycle }] : []))
  const tags = groupByTag(api.api, family)
  const shared = [...api.shared.values()].filter((schema) => schema.family === family)
  const body = html`<div class="lead">${renderMarkdown(family.description, links.find)}</div>
    ${
      family.operations.length > 0 &&
      html`<section>
        <h2 id="operations">Operations</h2>
        ${tags.map(({ tag, operations }) => html`${tags.length > 1 && html`<h3>${tag}</h3>`}${listOperations(site, operations, links.to)}`)}
      </section>`
    }
    ${
      states.length > 0 &&
      html`<section>
        <h2 id="states">State machines</h2>
        ${states.map(
          ({ name, lifecycle }) =>
            html`<figure tabindex="0">
              <figcaption><code>${name}</code></figcaption>
              ${renderStates(lifecycle, `State machine of ${name}`, () => false)}
            </figure>`,
        )}
      </section>`
    }
    ${
      shared.length > 0 &&
      html`<section>
        <h2 id="schemas">Schemas</h2>
        <ul>
          ${shared.map(({ component, address: target }) => html`<li><a href="${links.to(target)}">${component.name}</a> ${firstSentence(component.schema.description ?? '')}</li>`)}
        </ul>
      </section>`
    }`
  const lines = family.operations.map(
    ({ id, method, path, summary }) => `- [${summary}](${relativeMarkdown(site, id)}): \`${method.toUpperCase()} ${path}\`\n`,
  )
  return {
    address,
    kind: 'family',
    title: family.title,
    description: firstSentence(family.description),
    breadcrumbs: [{ title: api.api.title, address: api.api.name }],
    body,
    words: getFamilyWords(family),
    markdown: [
      `# ${family.title}\n\n${family.description}\n`,
      ...(lines.length > 0 ? [`## Operations\n\n${lines.join('')}`] : []),
      ...(shared.length > 0 ? [`## Schemas\n\n${shared.map((schema) => printSchema(schema)).join('')}`] : []),
    ].join('\n'),
  }
}

function printSchema({ component: { name, schema }, address }: SharedSchema): string {
  return `- [${name}](../${address.split('/').slice(1).join('/')}.md): ${firstSentence(schema.description ?? '')}\n`
}

/** Path of an operation's Markdown page, relative to the folder of the family. */
function relativeMarkdown(site: Site, id: string): string {
  return (site.operations.get(id)?.address ?? '').split('/').slice(2).join('/') + '.md'
}

function listOperations(site: Site, operations: readonly Operation[], to: (address: string) => string): Html {
  return html`<ul class="operations">
    ${operations.map(
      ({ id, method, path, summary, deprecated }) =>
        html`<li>
          <a href="${to(site.operations.get(id)?.address ?? '')}">${summary}</a>${deprecated && html` <b class="mark">deprecated</b>`}
          <code><b class="method ${method}">${method.toUpperCase()}</b> ${path}</code>
        </li>`,
    )}
  </ul>`
}
