/**
 * Remembers what the pages of the last run showed, so that a run renders only pages that show something else. Descriptions change most often, and
 * most pages show few of them: everything but the descriptions of operations and components is part of the key of every page.
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { LoadedBundles } from '../model/load-bundles.ts'
import { folder, type PageFactory } from './generate.ts'
import type { PageRecord } from './site/page.ts'

export interface PageCache {
  /** Pages on disk that still show the same, by position. */
  readonly records: ReadonlyMap<number, PageRecord>
  readonly save: (records: ReadonlyMap<number, PageRecord>) => void
}

/** Loads the cache next to the site, and removes it until it is saved: an interrupted run must leave none. */
export function loadPageCache(bundles: LoadedBundles, factories: readonly PageFactory[], target: string): PageCache {
  const file = join(target, dirname(folder), 'pages.json')
  const known = new Map(Object.entries(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, PageRecord>) : {}))
  rmSync(file, { force: true })
  const createKey = createKeys(bundles)
  const keys = factories.map(({ shows }, position) => shows && createKey([String(position), ...shows]))
  const records = keys.flatMap((key, index): [number, PageRecord][] => {
    const record = known.get(key ?? '')
    if (!record || !['html', 'md'].every((ending) => existsSync(join(target, folder, `${record.address}.${ending}`)))) return []
    return [[index, record]]
  })
  return {
    records: new Map(records),
    save(all) {
      const entries = [...all].flatMap(([index, record]) => (keys[index] === undefined ? [] : [[keys[index], record] as const]))
      // Written to a temporary file and renamed, so that no run reads a partial file.
      writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(entries)))
      renameSync(`${file}.new`, file)
    },
  }
}

interface Named {
  readonly text: string
  /** Names of operations and components in it. */
  readonly names: ReadonlySet<string>
}

/** Returns a function that hashes the structure of all documents and the texts of what a page shows. */
function createKeys({ documents, sources }: LoadedBundles): (shows: readonly string[]) => string {
  const parts = new Map<string, object[]>()
  for (const { document } of documents) {
    for (const item of Object.values(document.paths) as Readonly<Record<string, { readonly operationId?: string }>>[])
      for (const { operationId } of Object.values(item)) if (operationId !== undefined) parts.set(operationId, [item])
    for (const components of Object.values(document.components ?? {}) as Readonly<Record<string, object>>[])
      for (const [name, component] of Object.entries(components)) parts.set(name, [...(parts.get(name) ?? []), component])
  }
  const namesByPart = new Map([...parts].map(([name, part]) => [name, readNames(part, parts)]))
  const structure = documents.map(({ document: { paths, components, ...rest } }) => [rest, omitDescriptions({ paths, components })])
  const common = hash([hashCode(), JSON.stringify([structure, sources])])
  return (shows) => {
    const reachableNames = new Set(shows)
    // The loop also visits names that it adds.
    for (const name of reachableNames) for (const next of namesByPart.get(name)?.names ?? []) reachableNames.add(next)
    return hash([common, ...shows, ...[...reachableNames].map((name) => namesByPart.get(name)?.text ?? '')])
  }
}

function readNames(part: unknown, known: ReadonlyMap<string, unknown>): Named {
  const names = new Set<string>()
  const text = JSON.stringify(part, (key, value: unknown) => {
    for (const each of typeof value === 'string' ? [key, value.slice(value.lastIndexOf('/') + 1)] : [key])
      if (known.has(each)) names.add(each)
    return value
  })
  return { text, names }
}

function omitDescriptions(value: unknown): string {
  return JSON.stringify(value, (key, each: unknown) => {
    if (key === 'description' && typeof each === 'string') return undefined
    // Values of examples are data, which pages of other operations show too.
    return /^(?:examples?|value)$/.test(key) ? JSON.stringify(each) : each
  })
}

/** Hashes the generators and their dependencies. */
function hashCode(): string {
  const root = join(import.meta.dirname, '../..')
  const files = globSync(['generators/{reference,kit,model}/**/*.{ts,js,css,svg}', 'pnpm-lock.yaml'], { cwd: root }).toSorted()
  return hash(files.map((file) => readFileSync(join(root, file), 'utf8')))
}

function hash(texts: readonly string[]): string {
  const sum = createHash('sha256')
  for (const text of texts) sum.update(text).update('\0')
  return sum.digest('base64url')
}
