/** Reads a list page by page, with the guarantees documented at `Items`. */
import type { CallOptions } from '../call.ts'
import { CloudError } from '../errors.ts'
import { createReply, type Succeeded } from '../reply.ts'
import type { Send } from '../transport.ts'
import type { AnyRequest, Target } from '../request-types.ts'
import { findNextQuery } from './find-next-query.ts'
import { createRounds } from './rounds.ts'
import type { FirstPage } from './add-pages.ts'
import type { Items, Page } from './list-call.ts'
import { pickItems } from './pick-items.ts'

type Query = Readonly<Record<string, unknown>>

interface Turn<Item, Body> {
  readonly page: Page<Item, Body>
  readonly next: Query | undefined
  readonly total: number | undefined
}

/** Maximum number of times that reading goes back because the list shrank. */
const maxRevisits = 20

/** State of reading a list. */
interface Reading<Item, Body> {
  readonly what: string
  /** Field that identifies an item; empty if there is none. */
  readonly key: string
  readonly begin: (size: number) => Query
  readonly read: (query: Query, given?: FirstPage) => Promise<Turn<Item, Body>>
  readonly first: FirstPage | undefined
}

/** Creates the iterators of a list. With a `first` page that was already requested, reading continues from it. */
export function parseItems<Item, Body>(
  target: Target,
  send: Send,
  request: AnyRequest = {},
  options?: CallOptions,
  first?: FirstPage,
): Items<Item, Body> {
  const { pages, key = 'id', size: [sizeName, mostSize] = ['per_page', 200] } = target.facts
  const what = `${target.method} ${target.path}`
  const begin = (size: number): Query => (pages === undefined || first ? { ...request.query } : { [sizeName]: size, ...request.query })
  const read = createRead<Item, Body>(target, send, request, options)
  const reading = { what, key, begin, read, first }
  return {
    async *pages() {
      const rounds = createRounds(what)
      let given = first
      for (let query: Query | undefined = begin(mostSize); query;) {
        const turn: Turn<Item, Body> = await read(query, given)
        given = undefined
        yield turn.page
        query = rounds.follow(turn.next, turn.page.items.length)
      }
    },
    async toArray({ limit = Number.POSITIVE_INFINITY } = {}) {
      if (!(limit >= 0) || (limit !== Number.POSITIVE_INFINITY && !Number.isInteger(limit))) {
        throw new CloudError(`${what}: the limit of toArray() must be a non-negative integer, not ${limit}.`)
      }
      const items: Item[] = []
      if (limit === 0) return items
      for await (const item of walk(reading, Math.min(mostSize, limit))) if (items.push(item) >= limit) break
      return items
    },
    [Symbol.asyncIterator]: () => walk(reading, mostSize),
  }
}

function createRead<Item, Body>(target: Target, send: Send, request: AnyRequest, options?: CallOptions): Reading<Item, Body>['read'] {
  const { pages, list = '' } = target.facts
  const path = pages ?? list
  let asked: Target = target
  return async (query, given) => {
    const answer = await (given?.answer ?? send(asked, { ...request, query }, options))
    // The query of a link may have parameters that are newer than this client.
    asked = { ...target, takes: undefined }
    const reply = (given ? await given.reply : createReply(answer, await send.read(answer))) as Succeeded<number, Body>
    const items = pickItems<Item>(reply.data, path)
    if (!items) throw new CloudError(`${answer.operation}: the response has no "${path}".`)
    const { meta }: { readonly meta?: { readonly total?: number } } = Object(reply.data)
    // Not enumerable, because a console would print the items twice.
    const page = Object.defineProperty(reply, 'items', { value: items }) as Page<Item, Body>
    return { page, next: findNextQuery(answer, query, reply.data), total: meta?.total }
  }
}

/**
 * Yields the items. If an item that was already read is deleted, the later ones move up, and the first one of the next page moves to this page. A
 * smaller total reveals it: reading then goes back as many pages as necessary and skips items that were already yielded.
 */
async function* walk<Item, Body>({ what, key, begin, read, first }: Reading<Item, Body>, size: number): AsyncGenerator<Item, void> {
  const seen = new Set<unknown>()
  const start = begin(size)
  const firstPage = Number(start['page'] ?? 1)
  const perPage = (of: Query) => Number(of['per_page'] ?? 20)
  let query: Query | undefined = start
  let given = first
  let total: number | undefined
  let count = 0
  let returns = 0
  const rounds = createRounds(what)
  while (query) {
    const turn: Turn<Item, Body> = await read(query, given)
    given = undefined
    const gone = turn.total === undefined ? 0 : (total ?? turn.total) - turn.total
    total = turn.total ?? total
    const before = count
    for (const item of turn.page.items) {
      const id = key && Object(item)[key]
      if (id !== '' && id !== undefined) {
        if (seen.has(id)) continue
        seen.add(id)
      }
      count += 1
      yield item
    }
    const isShort = !turn.next && count < (total ?? 0) - (firstPage - 1) * perPage(start)
    // Without a key, items cannot be identified, so whatever changed in the list can not be made good.
    const isUnsure = gone > 0 || (!key && gone < 0)
    if (!isShort && !isUnsure) query = rounds.follow(turn.next, count - before)
    else if (!key || (returns += 1) > maxRevisits) {
      throw new CloudError(`${what}: the list changed while it was read; got ${count} of ${total} items. Read it again.`)
    } else if (gone > 0)
      query = rounds.restart({ ...query, page: Math.max(firstPage, Number(query['page'] ?? 1) - Math.ceil(gone / perPage(query))) })
    else query = rounds.restart(start)
  }
}
