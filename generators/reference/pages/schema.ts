/** Page of a schema that several operations share. */
import { renderStates } from '../parts/render-states.ts'
import { findExample } from '../parts/find-example.ts'
import { getInside } from '../parts/read-tree.ts'
import { printTree, renderTree } from '../parts/render-tree.ts'
import { getSchemaWords } from '../search/list-entries.ts'
import type { SharedSchema, Site, SiteApi } from '../site/addresses.ts'
import { html } from '../site/html.ts'
import { renderCode } from '../site/highlight.ts'
import { firstSentence, renderMarkdown } from '../site/markdown.ts'
import type { Page } from '../site/page.ts'
import { createLinkResolver } from '../site/create-link-resolver.ts'

export function renderSchema(site: Site, api: SiteApi, { component, family, address, usedBy }: SharedSchema, maxDepth: number): Page {
  const links = createLinkResolver(site, api, address)
  const { name, schema, lifecycle } = component
  const inside = getInside(schema, { api, own: name, maxDepth })
  const description = schema.description ?? ''
  const example = findExample(api, name)
  const body = html`<div class="lead">${renderMarkdown(description, links.find)}</div>
    <section>
      <h2 id="fields">Fields</h2>
      ${renderTree(inside, links)}
    </section>
    ${
      lifecycle &&
      html`<section>
        <h2 id="states">State machine</h2>
        <figure tabindex="0">${renderStates(lifecycle, `State machine of ${name}`, () => false)}</figure>
      </section>`
    }
    <section>
      <h2 id="example">Example</h2>
      ${example.isComposed && html`<p>Composed of the examples of the fields; some of them may exclude each other.</p>`}
      ${renderCode(JSON.stringify(example.value, null, 2), 'json')}
    </section>
    <section>
      <h2 id="used">Used by</h2>
      <ul>
        ${usedBy.map((operation) => html`<li><a href="${links.to(site.operations.get(operation.id)?.address ?? '')}">${operation.summary}</a></li>`)}
      </ul>
    </section>`
  return {
    address,
    kind: 'schema',
    title: `${name} (schema of ${api.api.title})`,
    description: description === '' ? `Fields of ${name}, a schema used by ${usedBy.length} operations.` : firstSentence(description),
    breadcrumbs: [
      { title: api.api.title, address: api.api.name },
      { title: family.title, address: `${api.api.name}/${family.name}/index` },
    ],
    body,
    words: getSchemaWords(name, schema, api),
    markdown: `# ${name}\n\n${description}\n\n${printTree(inside)}\n## Example\n\n\`\`\`json\n${JSON.stringify(example.value, null, 2)}\n\`\`\`\n\n## Used by\n\n${usedBy.map(({ id, summary }) => `- \`${id}\`: ${summary}\n`).join('')}`,
  }
}
