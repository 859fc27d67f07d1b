/** Stops endless pagination: pages that link back to earlier ones, or many pages without new items. */
import { CloudError } from '../errors.ts'

type Query = Readonly<Record<string, unknown>>

/** Maximum number of consecutive pages without new items. */
const maxEmptyPages = 20

export interface PageGuard {
  /** Accepts the query of the next page, after a page with `brought` new items. @throws CloudError if pagination does not end */
  readonly follow: (next: Query | undefined, newItems: number) => Query | undefined
  /** Allows pages to be read again. */
  readonly restart: (query: Query) => Query
}

export function createPageGuard(operation: string): PageGuard {
  const visited = new Set<string>()
  let emptyPages = 0
  return {
    follow: (next, newItems) => {
      if (!next) return undefined
      emptyPages = newItems > 0 ? 0 : emptyPages + 1
      const position = JSON.stringify(next)
      if (visited.has(position)) throw new CloudError(`${operation}: the link to the next page points to a page that was already read.`)
      if (emptyPages > maxEmptyPages)
        throw new CloudError(`${operation}: ${emptyPages} consecutive pages had no new items, and the last one still has a next page.`)
      visited.add(position)
      return next
    },
    restart: (query) => {
      visited.clear()
      return query
    },
  }
}
