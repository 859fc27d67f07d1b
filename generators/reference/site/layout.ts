/** Puts a page into the frame that all share: head, way here, navigation, what comes before and after. */
import type { Chapter } from '../pages/guides.ts'
import type { Site } from './addresses.ts'
import { type Html, html } from './html.ts'
import { type Link, type Page, relate } from './page.ts'
import { versionOf } from './assets.ts'

export interface Neighbors {
  readonly previous?: Link
  readonly next?: Link
}

export function writePage(site: Site, page: Page, neighbors: Neighbors, chapters: readonly Chapter[]): string {
  const root = page.address
    .split('/')
    .slice(1)
    .map(() => '../')
    .join('')
  const to = (address: string) => relate(page.address, address)
  const place = [page.title, ...page.trail.toReversed().map((link) => link.title)].join(' · ')
  const title = page.kind === 'home' ? page.title : `${place} · Spindrift`
  return `<!doctype html>\n${String(
    html`<html lang="en" data-root="${root}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <title>${title}</title>
        <meta name="description" content="${page.kind === 'home' ? page.description : `${place}: ${page.description}`}" />
        <link rel="alternate" type="text/markdown" href="${relate(page.address, page.address, '.md')}" />
        <link rel="icon" href="${root}assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${root}${versionOf('style.css')}" />
        <script src="${root}${versionOf('page.js')}"></script>
      </head>
      <body>
        <a class="skip" href="#main">To the content</a>
        <header class="top">
          <a class="brand" href="${to('index')}">Spindrift</a>
          <nav aria-label="Parts">
            <a href="${to('guides/index')}" ${isProse(page) ? html` aria-current="true"` : ''}>Guides</a>
            ${site.apis.map(({ api }) => html`<a href="${to(api.name)}" ${page.address === api.name || page.address.startsWith(`${api.name}/`) ? html` aria-current="true"` : ''}>${shortTitle(api.title)}</a>`)}
          </nav>
          <button
            type="button"
            class="search"
            data-opens="search"
            data-script="${root}assets/search.js"
            data-index="${root}assets/search-index.json"
            hidden
          >
            Search <kbd>/</kbd></button
          ><button type="button" class="theme" data-switches="theme" aria-label="Light or dark" hidden>◐</button>
        </header>
        <div class="frame">
          ${isProse(page) ? writeChapters(page, chapters) : writeNavigation(site, page)}
          <main id="main" tabindex="-1">
            <nav class="trail" aria-label="You are here">
              <a href="${to('index')}">Reference</a>${page.trail.map((link) => html` / <a href="${to(link.address)}">${link.title}</a>`)}
            </nav>
            <h1>${page.title}</h1>
            <div class="${page.aside ? 'halves' : 'whole'}">
              <article>${page.body}</article>
              ${page.aside && html`<aside aria-label="Samples">${page.aside}</aside>`}
            </div>
            <nav class="turn" aria-label="Before and after">
              ${neighbors.previous && html`<a rel="prev" href="${to(neighbors.previous.address)}">← ${neighbors.previous.title}</a>`}${neighbors.next && html`<a rel="next" href="${to(neighbors.next.address)}">${neighbors.next.title} →</a>`}
            </nav>
          </main>
        </div>
      </body>
    </html>`,
  )}\n`
}

/** Nothing of another host, nothing inline; the sandbox on this machine may be asked. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' http://127.0.0.1:* http://localhost:*; base-uri 'none'; form-action 'none'"

function shortTitle(title: string): string {
  return title.replace(/^Spindrift /, '')
}

function isProse({ kind }: Page): boolean {
  return kind === 'guide' || kind === 'list'
}

function writeChapters(page: Page, chapters: readonly Chapter[]): Html {
  const current = ({ address }: Page) => (address === page.address ? html` aria-current="page"` : '')
  return writeSide(
    'Guides',
    chapters.map(
      ({ title, pages }) =>
        html`<li>
          <b>${title}</b>
          <ul>
            ${pages.map((each) => html`<li><a href="${relate(page.address, each.address)}" ${current(each)}>${each.title}</a></li>`)}
          </ul>
        </li>`,
    ),
  )
}

/** Folded at first on a small screen, by the page's script. */
function writeSide(title: string, items: readonly Html[], summary = title): Html {
  return html`<nav class="side" aria-label="${title}">
    <details open>
      <summary>${summary}</summary>
      <ul>
        ${items}
      </ul>
    </details>
  </nav>`
}

/** The families of the API, and of the family that is open its operations. */
function writeNavigation(site: Site, page: Page): Html | undefined {
  const [name, open] = page.address.split('/')
  const api = site.apis.find((each) => each.api.name === name)
  if (!api) return undefined
  const to = (address: string) => relate(page.address, address)
  const current = (address: string) => (address === page.address ? html` aria-current="page"` : '')
  const family = page.trail[1]?.address.split('/')[1] ?? open
  return writeSide(
    api.api.title,
    api.api.families.map((each) => {
      const address = `${api.api.name}/${each.name}/index`
      return html`<li>
        <a href="${to(address)}" ${current(address)}>${each.title}</a>${
          each.name === family &&
          html`<ul>
            ${each.operations.map((operation) => {
              const target = site.operations.get(operation.id)?.address ?? ''
              return html`<li><a href="${to(target)}" ${current(target)}>${operation.summary}</a></li>`
            })}
          </ul>`
        }
      </li>`
    }),
    'Families',
  )
}
