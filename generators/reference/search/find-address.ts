/** Finds operations by URL or path: `DELETE /v2/volumes/7`. */
import type { SearchEntry } from './entry.ts'

/** Returns exact matches first, then longer paths; undefined if the query is not a path. */
export function findAddress(query: string, operations: readonly SearchEntry[]): SearchEntry[] | undefined {
  const match = /^\s*(?:(get|post|put|patch|delete)\s+)?(?:https?:\/\/[^/]+)?\/([^?#\s]*)/i.exec(query)
  if (!match) return undefined
  const [, method, path = ''] = match
  const steps = path.replace(/\/$/, '').split('/')
  return operations
    .flatMap((entry) => {
      const own = entry.path?.split('/').slice(1) ?? []
      const matches = steps.map((step, index) => compareStep(own[index], step, index === steps.length - 1))
      if (matches.includes(undefined)) return []
      const isOther = method !== undefined && entry.method !== method.toLowerCase()
      return [{ entry, rank: (own.length - steps.length) * 100 + (isOther ? 10 : 0) + matches.filter((each) => each !== 'same').length }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry)
}

function compareStep(own: string | undefined, step: string, isLast: boolean): 'same' | 'any' | 'prefix' | undefined {
  if (own === undefined) return undefined
  if (own === step) return 'same'
  if (own.startsWith('{')) return 'any'
  return isLast && own.startsWith(step) ? 'prefix' : undefined
}
