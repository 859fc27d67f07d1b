/** Style and scripts of the pages. Their address has a version that follows from what they hold, so that browsers may keep them. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundleAssets } from './bundle-assets.ts'

const bundled = ['style.css', 'page.js', 'search.ts', 'try.ts']

let assets: ReadonlyMap<string, string> | undefined

/** What the pages share and no specification changes, by its name. */
export function readAssets(): ReadonlyMap<string, string> {
  assets ??= new Map([['icon.svg', readFileSync(locate('icon.svg'), 'utf8')], ...bundleAssets(bundled.map(locate))])
  return assets
}

/** Takes what another thread has made. */
export function adoptAssets(made: ReadonlyMap<string, string>): void {
  assets = made
}

function locate(name: string): string {
  return fileURLToPath(new URL(`../assets/${name}`, import.meta.url))
}

const versions = new Map<string, string>()

/** From the root of the site. */
export function versionOf(name: string): string {
  const version = versions.get(name) ?? hash(readAssets().get(name))
  versions.set(name, version)
  return `assets/${name}?v=${version}`
}

function hash(text: string | undefined): string {
  if (text === undefined) throw new Error('A page names an asset that is not made.')
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
