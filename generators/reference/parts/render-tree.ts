/** Renders a tree of fields as HTML and as Markdown. */
import { type Html, html } from '../site/html.ts'
import { type FindName, renderPhrase } from '../site/markdown.ts'
import type { Field, Form, Inside } from './read-tree.ts'
import { renderTabs } from './render-tabs.ts'

/** Link resolution for the page that is being rendered. */
export interface LinkResolver {
  readonly find: FindName
  /** Like `find`, but a page may link to itself. */
  readonly findWithSelf: FindName
  readonly to: (address: string) => string
  /** Cache key: pages of the same folder resolve names to the same links. */
  readonly folder: string
}

/** Cache by folder: a named schema appears on many pages. */
const cachedHtml = new WeakMap<Inside, Map<string, Html>>()

export function renderTree(inside: Inside, links: LinkResolver): Html {
  const htmlByFolder = cachedHtml.get(inside) ?? new Map<string, Html>()
  cachedHtml.set(inside, htmlByFolder)
  const tree = htmlByFolder.get(links.folder) ?? renderUncached(inside, links)
  htmlByFolder.set(links.folder, tree)
  return tree
}

function renderUncached(inside: Inside, links: LinkResolver): Html {
  return html`${
    inside.fields.length > 0 &&
    html`<ul class="fields">
      ${inside.fields.map((field) => renderField(field, links))}
    </ul>`
  }${
    inside.forms.length > 0 &&
    (inside.isCombined
      ? html`<p>All of:</p>
          ${inside.forms.map((form) => html`<section class="part">${renderForm(form, links)}</section>`)}`
      : renderTabs(
          'Variants',
          inside.forms.map((form) => ({ label: form.label, body: renderForm(form, links) })),
        ))
  }${inside.page && html`<p class="more">See <a href="${links.to(inside.page.address)}">${inside.page.name}</a></p>`}`
}

function renderField(field: Field, links: LinkResolver): Html {
  return html`<li>
    <code class="name">${field.name}</code>
    <span class="type">${field.type}</span>${field.required && html` <b class="required">required</b>`}${
      field.deprecated && html` <b class="mark">deprecated</b>`
    }${field.description !== '' && html`<div class="description">${renderPhrase(field.description, links.findWithSelf)}</div>`}${
      field.facts.length > 0 && renderFacts(field.facts, links)
    }${renderInside(field, links)}
  </li>`
}

/** Longer facts, such as the values of a large enumeration, are collapsed. */
const maxFactLength = 400

function renderFacts(facts: readonly string[], links: LinkResolver): Html {
  const [long, short] = [true, false].map((isLong) => facts.filter((fact) => fact.length > maxFactLength === isLong))
  const render = (list: readonly string[] = []) => renderPhrase(capitalize(list.join(' · ')), links.findWithSelf)
  return html`<div class="facts">
    ${short && short.length > 0 && render(short)}
    ${long?.map(
      (fact) =>
        html`<details>
          <summary>${capitalize(fact.slice(0, fact.search(/:? `/)))} (${fact.split(', ').length})</summary>
          ${render([fact])}
        </details>`,
    )}
  </div>`
}

function renderInside({ inside, name }: Field, links: LinkResolver): Html | undefined {
  if (inside.page) return renderTree(inside, links)
  if (inside.fields.length === 0 && !inside.forms.some((form) => !isEmpty(form.inside))) return undefined
  const count =
    inside.fields.length > 0
      ? `${inside.fields.length} ${inside.fields.length === 1 ? 'field' : 'fields'}`
      : `${inside.forms.length} ${inside.isCombined ? 'parts' : 'variants'}`
  return html`<details>
    <summary>${count} of <code>${name}</code></summary>
    ${renderTree(inside, links)}
  </details>`
}

function isEmpty({ fields, forms, page }: Inside): boolean {
  return fields.length === 0 && forms.length === 0 && page === undefined
}

function renderForm({ title, condition, description, inside }: Form, links: LinkResolver): Html {
  return html`<p class="type"><b>${title}</b>${condition && html` ${renderPhrase(condition, links.findWithSelf)}`}</p>
    ${description !== '' && html`<div class="description">${renderPhrase(description, links.findWithSelf)}</div>`}${renderTree(inside, links)}`
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const cachedMarkdown = new WeakMap<Inside, Map<string, string>>()

export function printTree(inside: Inside, indent = ''): string {
  const indents = cachedMarkdown.get(inside) ?? new Map<string, string>()
  cachedMarkdown.set(inside, indents)
  const tree = indents.get(indent) ?? printUncached(inside, indent)
  indents.set(indent, tree)
  return tree
}

function printUncached({ fields, forms, isCombined, page }: Inside, indent: string): string {
  return [
    ...fields.map((field) => {
      const marks = [field.type, ...(field.required ? ['required'] : []), ...(field.deprecated ? ['deprecated'] : [])].join(', ')
      const text = [field.description.replace(/\s*\n\s*/g, ' '), capitalize(field.facts.join('; '))].filter((part) => part !== '').join(' ')
      return `${indent}- \`${field.name}\` (${marks})${text === '' ? '' : `: ${text}`}\n${printTree(field.inside, `${indent}  `)}`
    }),
    ...forms.map(
      (form) =>
        `${indent}- ${isCombined ? 'Part' : 'Variant'} **${form.title}**${form.condition ? ` (${form.condition})` : ''}\n${printTree(form.inside, `${indent}  `)}`,
    ),
    ...(page ? [`${indent}- See ${page.name}\n`] : []),
  ].join('')
}
