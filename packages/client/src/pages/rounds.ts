/** Ends a reading that would go on for ever: pages that lead back to one another, or on and on without anything new. */
import { CloudError } from '../errors.ts'

type Query = Readonly<Record<string, unknown>>

/** How many pages in a row may bring nothing new and still name a next one. */
const maxEmptyPages = 20

export interface Rounds {
  /** The next page, after one that brought so many new items. @throws CloudError when it leads nowhere */
  readonly follow: (next: Query | undefined, brought: number) => Query | undefined
  /** Goes back on purpose. */
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
      if (asked.has(place)) throw new CloudError(`${what}: the next page is said to be one that was read already.`)
      if (barren > maxEmptyPages)
        throw new CloudError(`${what}: ${barren} pages in a row had nothing new, and the last still names a next one.`)
      asked.add(place)
      return next
    },
    restart: (query) => {
      asked.clear()
      return query
    },
  }
}
