/** The tree of fields as markup and as Markdown. */
import { type Html, html } from '../site/html.ts'
import { type FindName, renderPhrase } from '../site/markdown.ts'
import type { Field, Form, Inside } from './read-tree.ts'

/** Links as they are from the page that is being written. */
export interface Place {
  readonly find: FindName
  /** The same, but that a page can lead to itself. */
  readonly seek: FindName
  readonly to: (address: string) => string
  /** Wherever this is the same, names lead to the same places. */
  readonly folder: string
}

/** What has a name stands on many pages of a folder. */
const written = new WeakMap<Inside, Map<string, Html>>()

export function renderTree(inside: Inside, place: Place): Html {
  const places = written.get(inside) ?? new Map<string, Html>()
  written.set(inside, places)
  const tree = places.get(place.folder) ?? renderNew(inside, place)
  places.set(place.folder, tree)
  return tree
}

function renderNew(inside: Inside, place: Place): Html {
  return html`${
    inside.fields.length > 0 &&
    html`<ul class="fields">
      ${inside.fields.map((field) => renderField(field, place))}
    </ul>`
  }${
    inside.forms.length > 0 &&
    html`<div class="forms">
      <p>${inside.together ? 'All of these together:' : 'One of these forms:'}</p>
      ${inside.forms.map((form) => renderForm(form, place))}
    </div>`
  }${inside.elsewhere && html`<p class="more">Fields of <a href="${place.to(inside.elsewhere.address)}">${inside.elsewhere.name}</a></p>`}`
}

function renderField(field: Field, place: Place): Html {
  return html`<li>
    <code class="name">${field.name}</code>
    <span class="type">${field.type}</span>${field.required && html` <b class="required">required</b>`}${
      field.deprecated && html` <b class="mark">deprecated</b>`
    }${field.description !== '' && html`<div class="says">${renderPhrase(field.description, place.seek)}</div>`}${
      field.facts.length > 0 && html`<div class="facts">${renderPhrase(field.facts.join(' · '), place.seek)}</div>`
    }${renderInside(field, place)}
  </li>`
}

function renderInside({ inside, name }: Field, place: Place): Html | undefined {
  if (inside.elsewhere) return renderTree(inside, place)
  if (inside.fields.length === 0 && !inside.forms.some((form) => !isEmpty(form.inside))) return undefined
  const count =
    inside.fields.length > 0
      ? `${inside.fields.length} ${inside.fields.length === 1 ? 'field' : 'fields'}`
      : `${inside.forms.length} ${inside.together ? 'parts' : 'forms'}`
  return html`<details>
    <summary>${count} of <code>${name}</code></summary>
    ${renderTree(inside, place)}
  </details>`
}

function isEmpty({ fields, forms, elsewhere }: Inside): boolean {
  return fields.length === 0 && forms.length === 0 && elsewhere === undefined
}

function renderForm({ title, toldBy, description, inside }: Form, place: Place): Html {
  const head = html`<b>${title}</b>${toldBy && html` <span class="type">${renderPhrase(toldBy, place.seek)}</span>`}`
  const says = description !== '' && html`<div class="says">${renderPhrase(description, place.seek)}</div>`
  if (isEmpty(inside)) return html`<div class="form">${head}${says}</div>`
  return html`<details class="form">
    <summary>${head}</summary>
    ${says}${renderTree(inside, place)}
  </details>`
}

const printed = new WeakMap<Inside, Map<string, string>>()

export function printTree(inside: Inside, indent = ''): string {
  const indents = printed.get(inside) ?? new Map<string, string>()
  printed.set(inside, indents)
  const tree = indents.get(indent) ?? printNew(inside, indent)
  indents.set(indent, tree)
  return tree
}

function printNew({ fields, forms, together, elsewhere }: Inside, indent: string): string {
  return [
    ...fields.map((field) => {
      const marks = [field.type, ...(field.required ? ['required'] : []), ...(field.deprecated ? ['deprecated'] : [])].join(', ')
      const says = [field.description.replace(/\s*\n\s*/g, ' '), field.facts.join('; ')].filter((text) => text !== '').join(' ')
      return `${indent}- \`${field.name}\` (${marks})${says === '' ? '' : `: ${says}`}\n${printTree(field.inside, `${indent}  `)}`
    }),
    ...forms.map(
      (form) =>
        `${indent}- ${together ? 'Part' : 'Form'} **${form.title}**${form.toldBy ? ` (${form.toldBy})` : ''}\n${printTree(form.inside, `${indent}  `)}`,
    ),
    ...(elsewhere ? [`${indent}- Fields of ${elsewhere.name}\n`] : []),
  ].join('')
}
