/** Stops endless pagination: pages that link back to earlier ones, or many pages without new items. */
import { CloudError } from '../errors.ts'

type Query = Readonly<Record<string, unknown>>

/** Maximum number of consecutive pages without new items. */
const maxEmptyPages = 20

export interface Rounds {
  /** Accepts the query of the next page, after a page with `brought` new items. @throws CloudError if pagination does not end */
  readonly follow: (next: Query | undefined, brought: number) => Query | undefined
  /** Allows pages to be read again. */
  readonly restart: (query: Query) => Query
}

export function createRounds(what: string): Rounds {
  const asked = new Set<string>()
  let barren = 0
  return {
    follow: (next, brought) => {
      if (!next) return undefined
      barren = brought > 0 ? 0 : barren + 1
      const place = JSON.stringify(next)
      if (asked.has(place)) throw new CloudError(`${what}: the link to the next page points to a page that was already read.`)
      if (barren > maxEmptyPages)
        throw new CloudError(`${what}: ${barren} consecutive pages had no new items, and the last one still has a next page.`)
      asked.add(place)
      return next
    },
    restart: (query) => {
      asked.clear()
      return query
    },
  }
}
