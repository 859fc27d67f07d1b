/** Writes the site into a folder, for a static host. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownPages } from './own-pages.ts'

export interface WriteOptions {
  /** Where the site will be, with a path of its own or without: pages name their whole address, and `sitemap.xml` is written. */
  readonly baseUrl?: string
  /** The folder with the pages. Default: those of this package. */
  readonly folder?: string
}

/**
 * Writes every page and what goes with them below `out`; what is there of an earlier time is overwritten.
 *
 * @returns how many pages there are
 * @throws Error when `out` holds something else, or when there are no pages
 */
export function writeReference(out: string, { baseUrl, folder = ownPages }: WriteOptions = {}): number {
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`There are no pages in ${folder}. Run: pnpm reference`)
  if (existsSync(out) && !isOurs(out)) throw new Error(`${out} holds something else. Name a folder that is empty or not there yet.`)
  cpSync(folder, out, { recursive: true })
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html'))
  const map = join(out, 'sitemap.xml')
  if (baseUrl === undefined) rmSync(map, { force: true })
  else {
    for (const page of pages) nameWhole(join(out, page), new URL(page.replaceAll('\\', '/').replace(/^index\.html$/, ''), baseUrl))
    if (existsSync(map))
      writeFileSync(
        map,
        readFileSync(map, 'utf8').replaceAll(/<loc>https?:\/\/[^/]+\//g, () => `<loc>${escapeXml(baseUrl)}`),
      )
  }
  return pages.length
}

function isOurs(out: string): boolean {
  return statSync(out).isDirectory() && (readdirSync(out).length === 0 || existsSync(join(out, 'assets/earlier.json')))
}

function nameWhole(file: string, address: URL): void {
  const page = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    page.replace('<link ', (first) => `<link rel="canonical" href="${escapeXml(address.href)}" />${first}`),
  )
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
