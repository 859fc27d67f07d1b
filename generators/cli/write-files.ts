/** Compares generated files with those on disk, and writes the differences. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { compareText, type GeneratedFile } from '../kit/generated-file.ts'

export interface Difference {
  readonly written: readonly string[]
  readonly removed: readonly string[]
}

export function compareFiles(root: string, files: readonly GeneratedFile[], ownedFolders: readonly string[]): Difference {
  const owners = new Set<string>()
  for (const { path } of files) {
    if (owners.has(path)) throw new Error(`Two generators write ${path}. Each path must have one owner.`)
    owners.add(path)
  }
  const written = files.filter(({ path, text }) => readIfThere(join(root, path)) !== text).map(({ path }) => path)
  const removed = ownedFolders.flatMap((folder) => listFiles(root, folder)).filter((path) => !owners.has(path))
  return { written, removed }
}

/** Writes only changed files, so that unchanged dependents are not rebuilt. */
export function applyFiles(root: string, files: readonly GeneratedFile[], difference: Difference): void {
  const changed = new Set(difference.written)
  for (const { path, text } of files) {
    if (!changed.has(path)) continue
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const path of difference.removed) rmSync(join(root, path))
}

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function listFiles(root: string, folder: string): string[] {
  const start = join(root, folder)
  if (!existsSync(start)) return []
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted(compareText)
}
