/** Searches operations by words in id, path, summary and family. 650 rows need no index. */
import type { CatalogRow } from '../tables/catalog-row.ts'

export interface SearchResult {
  readonly rows: readonly CatalogRow[]
  readonly total: number
}

/** Returns the best matches first. */
export function searchOperations(catalog: readonly CatalogRow[], query: string, limit: number): SearchResult {
  const words = splitWords(query)
    .split(/[^a-z0-9]+/)
    .flatMap((word) => {
      if (word.length < 2 || stopWords.has(word)) return []
      return [word, ...(Object.hasOwn(synonyms, word) ? (synonyms[word] ?? []) : [])]
    })
    .slice(0, 20)
  const scoredOperations = catalog
    .map((row) => ({ row, score: words.reduce((sum, word) => sum + scoreWord(row, word), 0) - (row.deprecated ? 1 : 0) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.row.path.length - b.row.path.length)
  return { rows: scoredOperations.slice(0, limit).map(({ row }) => row), total: scoredOperations.length }
}

/** Stop words. */
const stopWords = new Set(['an', 'and', 'do', 'for', 'from', 'how', 'in', 'is', 'it', 'my', 'of', 'on', 'please', 'the', 'to', 'with'])

/** Common words, and the API's words for them. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
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

/** Splits camel case: `resetAuth` is two words. */
const splitWords = (text: string): string => text.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()

/** Scores a word: matches in the id count most, because path and summary may mention other resources. */
function scoreWord({ id, path, summary, family }: CatalogRow, word: string): number {
  const stem = word.length > 3 ? word.replace(/(ies|es|s)$/, '') : word
  const parts = splitWords(id).split(/[ _]/)
  if (parts.includes(word)) return 12
  if (id.toLowerCase().includes(stem)) return 8
  if (family.includes(stem)) return 6
  if (summary.toLowerCase().includes(stem)) return 5
  return path.toLowerCase().includes(stem) ? 3 : 0
}
