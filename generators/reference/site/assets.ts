/** Style and script of every page. Their address has a version that follows from what they hold, so that browsers may keep them. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export function readAsset(name: string): string {
  return readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8')
}

const versions = new Map<string, string>()

/** From the root of the site. */
export function versionOf(name: string): string {
  const version = versions.get(name) ?? createHash('sha256').update(readAsset(name)).digest('hex').slice(0, 8)
  versions.set(name, version)
  return `assets/${name}?v=${version}`
}
