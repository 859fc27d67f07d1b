/** Renders the sidebar: the families of the API in groups with the operations of the current one, or the guides. */
import type { Family, Operation } from '../../model/api-model.ts'
import { groupByTag, listFamilyGroups } from '../../model/list-tag-groups.ts'
import type { Chapter } from '../pages/guides.ts'
import type { Site, SiteApi } from './addresses.ts'
import { type Html, html } from './html.ts'
import { type Link, type Page, relate } from './page.ts'

export function renderChapters(page: Page, chapters: readonly Chapter[]): Html {
  return renderSide(
    'Guides',
    html`${chapters.map(
      ({ title, pages }) =>
        html`<b>${title}</b>
          <ul>
            ${pages.map((each) => html`<li>${renderLink(page, each)}</li>`)}
          </ul>`,
    )}`,
  )
}

export function renderFamilies(site: Site, page: Page): Html | undefined {
  const [name, own] = page.address.split('/')
  const api = site.apis.find((each) => each.api.name === name)
  if (!api) return undefined
  const expanded = page.breadcrumbs[1]?.address.split('/')[1] ?? own
  const family = api.api.families.find((each) => each.name === expanded)
  return renderSide(api.api.title, html`${listGroups(site, api, page, family)}`, family?.title ?? 'Families')
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

function listGroups(site: Site, api: SiteApi, page: Page, current: Family | undefined): Html[] {
  const groups = listFamilyGroups(api.api)
  const isShared = current?.operations.length === 0
  return [
    ...groups.map(({ title, families }) => {
      const list = html`<ul>
        ${families.map((family) => (family === current ? renderCurrent(site, api, page, family) : renderFamily(api, page, family)))}
      </ul>`
      if (title === '') return list
      return html`<details class="group" ${current === undefined || families.includes(current) ? html` open` : ''}>
        <summary>${title}</summary>
        ${list}
      </details>`
    }),
    ...api.api.families
      .filter(({ operations }) => operations.length === 0)
      .map(
        (family) =>
          html`<ul>
            ${isShared ? renderCurrent(site, api, page, family) : renderFamily(api, page, family)}
          </ul>`,
      ),
  ]
}

const items = new WeakMap<Family, Map<string, Html>>()

/** Cached by folder: the link is the same on all of its pages. */
function renderFamily({ api }: SiteApi, page: Page, family: Family): Html {
  const folder = page.address.slice(0, page.address.lastIndexOf('/') + 1)
  const known = items.get(family) ?? new Map<string, Html>()
  items.set(family, known)
  const item = known.get(folder) ?? html`<li><a href="${relate(page.address, `${api.name}/${family.name}/index`)}">${family.title}</a></li>`
  known.set(folder, item)
  return item
}

function renderCurrent(site: Site, { api }: SiteApi, page: Page, family: Family): Html {
  const tags = groupByTag(api, family)
  const list = (operations: readonly Operation[]) =>
    html`<ul>
      ${operations.map((operation) => renderOperation(site, page, operation))}
    </ul>`
  return html`<li>
    ${renderLink(page, { title: family.title, address: `${api.name}/${family.name}/index` })}
    ${tags.map(({ tag, operations }) =>
      tags.length === 1 || tag === family.title
        ? list(operations)
        : html`<details ${operations.some(({ id }) => site.operations.get(id)?.address === page.address) ? html` open` : ''}>
            <summary>${tag}</summary>
            ${list(operations)}
          </details>`,
    )}
  </li>`
}

/** Labels of at most four letters. */
const short: Readonly<Record<string, string>> = { delete: 'DEL' }

function renderOperation(site: Site, page: Page, { id, method, summary, deprecated }: Operation): Html {
  const badge = html`<b class="method ${method}">${short[method] ?? method.toUpperCase()}</b> `
  const link = { title: summary, address: site.operations.get(id)?.address ?? '' }
  return html`<li>${renderLink(page, link, badge, deprecated && html` <b class="mark">deprecated</b>`)}</li>`
}

function renderLink(page: Page, { title, address }: Link, before: Html | false = false, after: Html | false = false): Html {
  return html`<a href="${relate(page.address, address)}" ${address === page.address ? html` aria-current="page"` : ''}
    >${before}<span>${title}${after}</span></a
  >`
}
