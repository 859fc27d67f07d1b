/** Keeps what was made, by the inputs and the code it was made from. A description that is edited changes neither. */
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GeneratedFile } from '../kit/generated-file.ts'
import type { Memoize } from '../kit/memoize.ts'

/** As many as there are APIs, for a few branches. */
const mostKept = 16
/** As many as there are APIs. They take 20 MB. */
const mostRemembered = 4

/** @param lately what a process that stays used last, which it does not read again */
export function memoizeOnDisk(folder: string, codeFolder: string, lately: Map<string, readonly GeneratedFile[]> = new Map()): Memoize {
  const code = hash(listSources(codeFolder).map((file) => readFileSync(file, 'utf8')))
  return (inputs, make) => {
    const path = join(folder, `${hash([code, process.version, JSON.stringify(inputs)])}.json`)
    const kept = lately.get(path) ?? read(path)
    if (kept) return remember(lately, path, kept)
    const made = remember(lately, path, make())
    mkdirSync(folder, { recursive: true })
    // Beside it and renamed, so that nobody reads half of one.
    const beside = `${path}.${process.pid}`
    writeFileSync(beside, JSON.stringify(made))
    renameSync(beside, path)
    forgetOldest(folder)
    return made
  }
}

/** The generators, and the lockfile for what they use. */
const listSources = (folder: string) => [
  ...globSync('{sandbox,kit,model}/**/*.{ts,js}', { cwd: folder })
    .toSorted()
    .map((file) => join(folder, file)),
  join(folder, '../pnpm-lock.yaml'),
]

function remember(lately: Map<string, readonly GeneratedFile[]>, path: string, files: readonly GeneratedFile[]): GeneratedFile[] {
  lately.delete(path)
  const [oldest] = lately.size < mostRemembered ? [] : lately.keys()
  if (oldest !== undefined) lately.delete(oldest)
  lately.set(path, files)
  return [...files]
}

function read(path: string): GeneratedFile[] | undefined {
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as GeneratedFile[]
    utimesSync(path, new Date(), new Date())
    return kept
  } catch {
    // It was never made, or is damaged: it is made again.
    return undefined
  }
}

function forgetOldest(folder: string): void {
  const files = readdirSync(folder, { withFileTypes: true }).map(({ name }) => join(folder, name))
  const oldest = files.map((file) => ({ file, at: statSync(file).mtimeMs })).toSorted((a, b) => b.at - a.at)
  for (const { file } of oldest.slice(mostKept)) rmSync(file, { force: true })
}

function hash(texts: readonly string[]): string {
  const sum = createHash('sha256')
  for (const text of texts) sum.update(text).update('\0')
  return sum.digest('hex').slice(0, 32)
}
