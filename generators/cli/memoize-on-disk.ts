/** Caches generated files on disk, by inputs and generator code. */
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GeneratedFile } from '../kit/generated-file.ts'
import type { Memoize } from '../kit/memoize.ts'

/** Enough for all APIs on a few branches. */
const maxEntries = 16

export function memoizeOnDisk(folder: string, codeFolder: string): Memoize {
  const code = hash(listSources(codeFolder).map((file) => readFileSync(file, 'utf8')))
  return (inputs, generate) => {
    const path = join(folder, `${hash([code, process.version, JSON.stringify(inputs)])}.json`)
    const cached = read(path)
    if (cached) return cached
    const files = generate()
    mkdirSync(folder, { recursive: true })
    // Written to a temporary file and renamed, so that no process reads a partial file.
    const temporary = `${path}.${process.pid}`
    writeFileSync(temporary, JSON.stringify(files))
    renameSync(temporary, path)
    removeOldest(folder)
    return files
  }
}

/** Sources of the generators, and the lockfile for their dependencies. */
const listSources = (folder: string) => [
  ...globSync('{sandbox,mcp,kit,model}/**/*.{ts,js}', { cwd: folder })
    .toSorted()
    .map((file) => join(folder, file)),
  join(folder, '../pnpm-lock.yaml'),
]

function read(path: string): GeneratedFile[] | undefined {
  try {
    const files = JSON.parse(readFileSync(path, 'utf8')) as GeneratedFile[]
    utimesSync(path, new Date(), new Date())
    return files
  } catch {
    // Missing or damaged.
    return undefined
  }
}

function removeOldest(folder: string): void {
  const files = readdirSync(folder, { withFileTypes: true }).map(({ name }) => join(folder, name))
  const oldest = files.map((file) => ({ file, at: statSync(file).mtimeMs })).toSorted((a, b) => b.at - a.at)
  for (const { file } of oldest.slice(maxEntries)) rmSync(file, { force: true })
}

function hash(texts: readonly string[]): string {
  const sum = createHash('sha256')
  for (const text of texts) sum.update(text).update('\0')
  return sum.digest('hex').slice(0, 32)
}
