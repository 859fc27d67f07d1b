/** The page of a schema that several operations share. */
import { drawStates } from '../parts/draw-states.ts'
import { findExample } from '../parts/find-example.ts'
import { readInside } from '../parts/read-tree.ts'
import { printTree, writeTree } from '../parts/write-tree.ts'
import { readSchemaWords } from '../search/list-entries.ts'
import type { SharedSchema, Site, SiteApi } from '../site/addresses.ts'
import { html } from '../site/html.ts'
import { writeCode } from '../site/highlight.ts'
import { firstSentence, writeMarkdown } from '../site/markdown.ts'
import type { Page } from '../site/page.ts'
import { placeOn } from '../site/place.ts'

export function writeSchema(site: Site, api: SiteApi, { named, family, address, usedBy }: SharedSchema, deepest: number): Page {
  const place = placeOn(site, api, address)
  const { name, schema, lifecycle } = named
  const inside = readInside(schema, { api, own: name, deepest })
  const description = schema.description ?? ''
  const example = findExample(api, name)
  const body = html`<div class="lead">${writeMarkdown(description, place.find)}</div>
    <section>
      <h2 id="fields">Fields</h2>
      ${writeTree(inside, place)}
    </section>
    ${
      lifecycle &&
      html`<section>
        <h2 id="states">States</h2>
        <figure>${drawStates(lifecycle, `States of ${name}`, () => false)}</figure>
      </section>`
    }
    <section>
      <h2 id="example">Example</h2>
      ${example.isComposed && html`<p>Put together of the examples of its fields, some of which may exclude others.</p>`}
      ${writeCode(JSON.stringify(example.value, null, 2), 'json')}
    </section>
    <section>
      <h2 id="used">Used by</h2>
      <ul>
        ${usedBy.map((operation) => html`<li><a href="${place.to(site.operations.get(operation.id)?.address ?? '')}">${operation.summary}</a></li>`)}
      </ul>
    </section>`
  return {
    address,
    kind: 'schema',
    title: `${name} (schema of ${api.api.title})`,
    description: description === '' ? `Fields of ${name}, which ${usedBy.length} operations share.` : firstSentence(description),
    trail: [
      { title: api.api.title, address: api.api.name },
      { title: family.title, address: `${api.api.name}/${family.name}/index` },
    ],
    body,
    words: readSchemaWords(name, schema, api),
    markdown: `# ${name}\n\n${description}\n\n${printTree(inside)}\n## Example\n\n\`\`\`json\n${JSON.stringify(example.value, null, 2)}\n\`\`\`\n\n## Used by\n\n${usedBy.map(({ id, summary }) => `- \`${id}\`: ${summary}\n`).join('')}`,
  }
}
