/** Finds pages by an identifier or title: `volumes_create`, `cloud.volumes.create`, `LoadBalancer`. */
import type { SearchEntry } from './entry.ts'

const order: readonly SearchEntry['kind'][] = ['guide', 'list', 'family', 'operation', 'schema', 'api', 'home']

export function findName(query: string, entries: readonly SearchEntry[]): SearchEntry[] {
  const text = query.trim()
  const isName = !/\s/.test(text)
  const plain = normalizeName(text)
  if (plain === '') return []
  return entries
    .flatMap((entry) => {
      const names = entry.names?.split(' ') ?? []
      if (isName && names.includes(text)) return [{ entry, rank: 0 }]
      const titles = isName || entry.kind !== 'schema' ? [entry.title] : []
      const isMeant = [...titles, ...(isName ? names : [])].some((name) => normalizeName(name) === plain)
      if (!isMeant && text.includes('_') && isName) return findField(text, entry)
      return isMeant ? [{ entry, rank: 1 + order.indexOf(entry.kind) }] : []
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry)
}

/** Ranks pages with a field: required before optional, operations before schemas, short paths first. */
function findField(name: string, entry: SearchEntry) {
  const position = [entry.requiredFields, entry.optionalFields].findIndex((names) => names?.split(' ').includes(name))
  if (position === -1) return []
  const depth = (entry.path?.split('/').length ?? 90) / 100
  return [{ entry, rank: 10 + (entry.kind === 'schema' ? 2 : position) + depth }]
}

/** Removes punctuation, case and a plural `s`. */
function normalizeName(name: string): string {
  return name
    .replace(/^cloud\.|\(.*$|[^A-Za-z0-9]/g, '')
    .toLowerCase()
    .replace(/s$/, '')
}
