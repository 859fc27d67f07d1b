/** Styles and scripts of the pages. Their URLs contain a content hash, so that browsers can cache them. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundleAssets } from './bundle-assets.ts'

const bundledNames = ['style.css', 'page.js', 'search.ts', 'try.ts']

let assets: ReadonlyMap<string, string> | undefined

/** Returns the assets by name. */
export function readAssets(): ReadonlyMap<string, string> {
  assets ??= new Map([
    ['icon.svg', readFileSync(locate('icon.svg'), 'utf8')],
    ...bundleAssets(bundledNames.map(locate)),
    // For the server, which searches without a browser.
    ...bundleAssets([locate('../search/create-finder.ts')], 'esm'),
  ])
  return assets
}

/** Sets the assets that another thread has bundled. */
export function setAssets(bundled: ReadonlyMap<string, string>): void {
  assets = bundled
}

function locate(name: string): string {
  return fileURLToPath(new URL(`../assets/${name}`, import.meta.url))
}

const versions = new Map<string, string>()

/** URL of an asset with its version, relative to the root of the site. */
export function versionOf(name: string): string {
  const version = versions.get(name) ?? hash(readAssets().get(name))
  versions.set(name, version)
  return `assets/${name}?v=${version}`
}

function hash(text: string | undefined): string {
  if (text === undefined) throw new Error('A page refers to an unknown asset.')
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
