/** Renders the sidebar: the operations of the family and all families of the API, or the guides. */
import type { Chapter } from '../pages/guides.ts'
import type { Site, SiteApi } from './addresses.ts'
import { type Html, html } from './html.ts'
import { type Link, type Page, relate } from './page.ts'

export function renderChapters(page: Page, chapters: readonly Chapter[]): Html {
  return renderSide(
    'Guides',
    html`<ul>
      ${chapters.map(
        ({ title, pages }) =>
          html`<li>
            <b>${title}</b>
            <ul>
              ${pages.map((each) => html`<li>${renderLink(page, each)}</li>`)}
            </ul>
          </li>`,
      )}
    </ul>`,
  )
}

export function renderFamilies(site: Site, page: Page): Html | undefined {
  const [name, own] = page.address.split('/')
  const api = site.apis.find((each) => each.api.name === name)
  if (!api) return undefined
  const wanted = page.trail[1]?.address.split('/')[1] ?? own
  const family = api.api.families.find((each) => each.name === wanted)
  const open =
    family &&
    html`<ul>
      <li>
        ${renderLink(page, { title: family.title, address: `${name}/${family.name}/index` })}
        <ul>
          ${family.operations.map(({ id, method, summary, deprecated }) => {
            const address = site.operations.get(id)?.address ?? ''
            const badge = html`<b class="method ${method}">${short[method] ?? method.toUpperCase()}</b> `
            return html`<li>
              ${renderLink(page, { title: summary, address }, badge, deprecated && html` <b class="mark">deprecated</b>`)}
            </li>`
          })}
        </ul>
      </li>
    </ul>`
  return renderSide(api.api.title, html`${open}${listAll(api, page)}`, family?.title ?? 'Families')
}

/** The script of the page collapses it on small screens. */
function renderSide(title: string, inside: Html, summary = title): Html {
  return html`<nav class="side" aria-label="${title}">
    <details open>
      <summary>${summary}</summary>
      ${inside}
    </details>
  </nav>`
}

function renderLink(page: Page, { title, address }: Link, before: Html | false = false, after: Html | false = false): Html {
  return html`<a href="${relate(page.address, address)}" ${address === page.address ? html` aria-current="page"` : ''}
    >${before}<span>${title}${after}</span></a
  >`
}

/** Labels of at most four letters. */
const short: Readonly<Record<string, string>> = { delete: 'DEL' }

/** Longer lists are collapsed. */
const maxOpenFamilies = 12

const lists = new WeakMap<SiteApi, Map<string, Html>>()

/** Cached by folder: the links are the same on all of its pages. */
function listAll(api: SiteApi, page: Page): Html {
  const folder = page.address.slice(0, page.address.lastIndexOf('/') + 1)
  const known = lists.get(api) ?? new Map<string, Html>()
  lists.set(api, known)
  const { name, families } = api.api
  const list =
    known.get(folder) ??
    html`<details class="all" ${families.length > maxOpenFamilies ? '' : html` open`}>
      <summary>All ${families.length} families</summary>
      <ul>
        ${families.map((family) => html`<li><a href="${relate(page.address, `${name}/${family.name}/index`)}">${family.title}</a></li>`)}
      </ul>
    </details>`
  known.set(folder, list)
  return list
}
