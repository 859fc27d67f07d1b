/** Writes changed files and removes stale ones. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { GeneratedFile } from '../kit/generated-file.ts'
import { folder } from './generate.ts'

export interface WrittenSite {
  readonly pages: number
  readonly files: number
  readonly written: number
  readonly removed: number
}

export function count(paths: readonly string[]): Pick<WrittenSite, 'pages' | 'files'> {
  return { pages: paths.filter((path) => path.endsWith('.html')).length, files: paths.length }
}

/** @returns the number of files that were written */
export function writeChanged(files: readonly GeneratedFile[], target: string): number {
  const changed = files.filter(({ path, text }) => !isSame(join(target, path), text))
  for (const directory of new Set(changed.map(({ path }) => dirname(path)))) mkdirSync(join(target, directory), { recursive: true })
  for (const { path, text } of changed) writeFileSync(join(target, path), text)
  return changed.length
}

/** @param paths all current files @returns the number of removed files */
export function removeStale(paths: readonly string[], target: string): number {
  const current = new Set(paths)
  const stale = listFiles(join(target, folder)).filter((path) => !current.has(`${folder}/${path}`))
  for (const path of stale) rmSync(join(target, folder, path))
  return stale.length
}

function listFiles(directory: string): string[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(directory.length + 1)
        .replaceAll('\\', '/'),
    )
}

function isSame(path: string, text: string): boolean {
  // Compares the size first, to avoid reading most changed files.
  return statSync(path, { throwIfNoEntry: false })?.size === Buffer.byteLength(text) && readFileSync(path).equals(Buffer.from(text))
}
