/** Finds operations by words in their id, path, summary and family. 650 rows need no index. */
import type { CatalogRow } from '../tables/catalog-row.ts'

export interface Found {
  readonly rows: readonly CatalogRow[]
  readonly total: number
}

/** The best first: rows that have all words before rows that have some. */
export function searchOperations(catalog: readonly CatalogRow[], query: string, limit: number): Found {
  const words = splitWords(query)
    .split(/[^a-z0-9]+/)
    .flatMap((word) => {
      if (word.length < 2 || fillers.has(word)) return []
      return [word, ...(Object.hasOwn(meanings, word) ? (meanings[word] ?? []) : [])]
    })
    .slice(0, 20)
  const scored = catalog
    .map((row) => ({ row, score: words.reduce((sum, word) => sum + scoreWord(row, word), 0) - (row.deprecated ? 1 : 0) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.row.path.length - b.row.path.length)
  return { rows: scored.slice(0, limit).map(({ row }) => row), total: scored.length }
}

/** They stand inside other words and say nothing. */
const fillers = new Set(['an', 'and', 'do', 'for', 'from', 'how', 'in', 'is', 'it', 'my', 'of', 'on', 'please', 'the', 'to', 'with'])

/** What people say, and what the API calls it. */
const meanings: Readonly<Record<string, readonly string[]>> = {
  add: ['create'],
  dns: ['domain', 'record'],
  make: ['create'],
  reboot: ['droplet', 'actions', 'create'],
  remove: ['delete'],
  rename: ['update'],
  server: ['droplet'],
  show: ['get'],
  vm: ['droplet'],
}

/** `resetAuth` is two words. */
const splitWords = (text: string): string => text.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()

/** In the id it says what the operation is, in the path or the summary it may stand beside something else. */
function scoreWord({ id, path, summary, family }: CatalogRow, word: string): number {
  const stem = word.length > 3 ? word.replace(/(ies|es|s)$/, '') : word
  const parts = splitWords(id).split(/[ _]/)
  if (parts.includes(word)) return 12
  if (id.toLowerCase().includes(stem)) return 8
  if (family.includes(stem)) return 6
  if (summary.toLowerCase().includes(stem)) return 5
  return path.toLowerCase().includes(stem) ? 3 : 0
}
