/** Measures the compressed size of pages. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

export interface PageSize {
  readonly path: string
  /** Page without assets, which are cached after the first page. */
  readonly own: number
  /** Page with its style sheet, icon and scripts. */
  readonly first: number
}

export function listPages(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.html'))
    .toSorted()
}

export function measurePages(folder: string, paths: readonly string[]): PageSize[] {
  const assets = new Map<string, number>()
  const measureAsset = (file: string) => {
    const known = assets.get(file) ?? gzipSync(readFileSync(file)).length
    assets.set(file, known)
    return known
  }
  return paths.map((path) => {
    const text = readFileSync(join(folder, path))
    const own = gzipSync(text).length
    const named = [...text.toString().matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]*\/?assets\/[^"?]+)/g)]
    const files = new Set(named.map(([, address = '']) => join(folder, path, '..', address)))
    return { path, own, first: [...files].reduce((sum, file) => sum + measureAsset(file), own) }
  })
}
