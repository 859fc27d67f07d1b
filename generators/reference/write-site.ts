/** Writes the pages that changed, and removes those that nothing makes any more. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ApiModel } from '../model/api-model.ts'
import { folder, generateReference, listAssets } from './generate.ts'
import { readSources } from './sources/read-sources.ts'

interface WrittenSite {
  readonly pages: number
  readonly files: number
  readonly written: number
  readonly removed: number
}

/** @param root the repository's folder; @param target below which the site's folder is */
export function writeSite(model: ApiModel, root: string, target = root): WrittenSite {
  const files = [...generateReference(model, readSources(root)), ...listAssets()]
  const wanted = new Set(files.map(({ path }) => path))
  const stale = listFiles(join(target, folder)).filter((path) => !wanted.has(`${folder}/${path}`))
  for (const path of stale) rmSync(join(target, folder, path))
  const changed = files.filter(({ path, text }) => !isSame(join(target, path), text))
  for (const { path, text } of changed) {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    writeFileSync(join(target, path), text)
  }
  const pages = files.filter(({ path }) => path.endsWith('.html')).length
  return { pages, files: files.length, written: changed.length, removed: stale.length }
}

function listFiles(place: string): string[] {
  if (!existsSync(place)) return []
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(place.length + 1)
        .replaceAll('\\', '/'),
    )
}

function isSame(path: string, text: string): boolean {
  return existsSync(path) && readFileSync(path, 'utf8') === text
}
