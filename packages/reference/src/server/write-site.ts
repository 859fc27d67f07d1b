/** Writes the site to a folder, for a static host. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readNotFoundPage } from './not-found-page.ts'
import { ownPages } from './own-pages.ts'

export interface WriteOptions {
  /** URL of the site, with or without a path, for canonical links and `sitemap.xml`. */
  readonly baseUrl?: string
  /** Folder with the pages. Default: the pages of this package. */
  readonly folder?: string
}

/**
 * Writes all pages and assets to `out`, and overwrites an earlier version of the site.
 *
 * @returns the number of pages
 * @throws Error if `out` contains other files, or the source folder has no pages
 */
export function writeReference(out: string, { baseUrl, folder = ownPages }: WriteOptions = {}): number {
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`There are no pages in ${folder}. Run: pnpm reference`)
  if (existsSync(out) && !isReplaceable(out)) throw new Error(`${out} contains other files. Use an empty or new folder.`)
  cpSync(folder, out, { recursive: true })
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html') && path !== '404.html')
  const map = join(out, 'sitemap.xml')
  if (baseUrl === undefined) rmSync(map, { force: true })
  else {
    for (const page of pages) addCanonicalLink(join(out, page), new URL(page.replaceAll('\\', '/').replace(/^index\.html$/, ''), baseUrl))
    if (existsSync(join(out, '404.html'))) writeFileSync(join(out, '404.html'), readNotFoundPage(folder, new URL(baseUrl).pathname))
    if (existsSync(map))
      writeFileSync(
        map,
        readFileSync(map, 'utf8').replaceAll(/<loc>https?:\/\/[^/]+\//g, () => `<loc>${escapeXml(baseUrl)}`),
      )
  }
  return pages.length
}

function isReplaceable(out: string): boolean {
  return statSync(out).isDirectory() && (readdirSync(out).length === 0 || existsSync(join(out, 'assets/earlier.json')))
}

function addCanonicalLink(file: string, address: URL): void {
  const page = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    page.replace('<link ', (first) => `<link rel="canonical" href="${escapeXml(address.href)}" />${first}`),
  )
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
