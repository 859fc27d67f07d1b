/** Renders the page layout: head, breadcrumb, navigation, previous and next page. */
import type { Chapter } from '../pages/guides.ts'
import type { Site } from './addresses.ts'
import { type Html, html } from './html.ts'
import { renderChapters, renderFamilies } from './navigation.ts'
import { type Link, type Page, relate } from './page.ts'
import { versionOf } from './assets.ts'

export interface Neighbors {
  readonly previous?: Link
  readonly next?: Link
}

export function renderPage(site: Site, page: Page, neighbors: Neighbors, chapters: readonly Chapter[]): string {
  const root = page.address
    .split('/')
    .slice(1)
    .map(() => '../')
    .join('')
  const to = (address: string) => relate(page.address, address)
  const fullTitle = [page.title, ...page.breadcrumbs.toReversed().map((link) => link.title)].join(' · ')
  const title = page.kind === 'home' ? page.title : `${fullTitle} · Spindrift`
  return `<!doctype html>\n${String(
    html`<html lang="en" data-root="${root}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <title>${title}</title>
        <meta name="description" content="${page.kind === 'home' ? page.description : `${fullTitle}: ${page.description}`}" />
        <link rel="alternate" type="text/markdown" href="${relate(page.address, page.address, '.md')}" />
        <link rel="icon" href="${root}${versionOf('icon.svg')}" type="image/svg+xml" />
        <link rel="stylesheet" href="${root}${versionOf('style.css')}" />
        <script src="${root}${versionOf('page.js')}"></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        ${renderTop(site, page, root)}
        <div class="frame">
          ${isProse(page) ? renderChapters(page, chapters) : renderFamilies(site, page)}
          <main id="main" tabindex="-1">
            <div class="page-head">
              <nav class="trail" aria-label="Breadcrumb">
                <a href="${to('index')}">Reference</a
                >${page.breadcrumbs.map((link) => html` / <a href="${to(link.address)}">${link.title}</a>`)}
              </nav>
              ${renderTools(page)}
            </div>
            <h1>${page.title}</h1>
            ${renderContent(page)}
            <nav class="pager" aria-label="Previous and next page">
              ${neighbors.previous && html`<a rel="prev" href="${to(neighbors.previous.address)}">&larr; ${neighbors.previous.title}</a>`}${neighbors.next && html`<a rel="next" href="${to(neighbors.next.address)}">${neighbors.next.title} &rarr;</a>`}
            </nav>
          </main>
        </div>
      </body>
    </html>`,
  )}\n`
}

/** The head of an operation, its samples and its details; a text with its contents; or a page of one column. */
function renderContent({ kind, body, aside, summary, contents = [] }: Page): Html {
  if (aside)
    return html`<div class="halves">
      <div class="summary">${summary}</div>
      <aside aria-label="Samples">${aside}</aside>
      <article>${body}</article>
    </div>`
  if (contents.length < 2) return html`<article class="${kind === 'home' || kind === 'api' ? 'cards' : 'whole'}">${body}</article>`
  return html`<div class="reading">
    <article class="whole">${body}</article>
    <nav class="contents" aria-label="On this page">
      <b>On this page</b>
      <ul>
        ${contents.map(({ title, anchor }) => html`<li><a href="#${anchor}">${title}</a></li>`)}
      </ul>
    </nav>
  </div>`
}

function renderTop(site: Site, page: Page, root: string): Html {
  const to = (address: string) => relate(page.address, address)
  return html`<header class="top">
    <a class="brand" href="${to('index')}"><img src="${root}${versionOf('icon.svg')}" alt="" width="22" height="22" />Spindrift</a>
    <nav aria-label="APIs and guides">
      <a href="${to('guides/index')}" ${isProse(page) ? html` aria-current="true"` : ''}>Guides</a>
      ${site.apis.map(({ api }) => html`<a href="${to(api.name)}" ${page.address === api.name || page.address.startsWith(`${api.name}/`) ? html` aria-current="true"` : ''}>${shortTitle(api.title)}</a>`)}
    </nav>
    ${renderSearchButton(root)}<button type="button" class="theme" data-switches="theme" aria-label="Toggle dark mode">&#9680;</button>
  </header>`
}

export function renderSearchButton(root: string): Html {
  return html`<button
    type="button"
    class="search"
    data-opens="search"
    data-script="${root}${versionOf('search.js')}"
    data-index="${root}assets/search-index.json"
  >
    Search <kbd>/</kbd>
  </button>`
}

/** Renders the page actions. Without scripts only the link works. */
function renderTools(page: Page): Html {
  return html`<p class="tools">
    <a href="${relate(page.address, page.address, '.md')}">Markdown</a>
    <button type="button" data-copies="page">Copy page</button>
    ${String(page.body).includes('<details') && html`<button type="button" data-unfolds="page">Expand all</button>`}
  </p>`
}

/** Content security policy: no other hosts, no inline code; requests to a local sandbox are allowed. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' http://127.0.0.1:* http://localhost:*; base-uri 'none'; form-action 'none'"

function shortTitle(title: string): string {
  return title.replace(/^Spindrift /, '')
}

function isProse({ kind }: Page): boolean {
  return kind === 'guide' || kind === 'list'
}
