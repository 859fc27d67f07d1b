/** Reads a list page by page, with the guarantees documented at `Items`. */
import type { CallOptions } from '../call.ts'
import { CloudError } from '../errors.ts'
import { createReply, type SuccessReply } from '../reply.ts'
import type { Transport } from '../transport.ts'
import type { AnyRequest, Target } from '../request-types.ts'
import { findNextQuery } from './find-next-query.ts'
import { createPageGuard } from './page-guard.ts'
import type { FirstPage } from './add-pages.ts'
import type { Items, Page } from './list-call.ts'
import { pickItems } from './pick-items.ts'

type Query = Readonly<Record<string, unknown>>

interface PageResult<Item, Body> {
  readonly page: Page<Item, Body>
  readonly next: Query | undefined
  readonly total: number | undefined
}

/** Maximum number of times that reading goes back because the list shrank. */
const maxRevisits = 20

/** State of reading a list. */
interface ListReader<Item, Body> {
  readonly operation: string
  /** Field that identifies an item; empty if there is none. */
  readonly key: string
  readonly createFirstQuery: (size: number) => Query
  readonly read: (query: Query, firstPage?: FirstPage) => Promise<PageResult<Item, Body>>
  readonly first: FirstPage | undefined
}

/** Creates the iterators of a list. With a `first` page that was already requested, reading continues from it. */
export function parseItems<Item, Body>(
  target: Target,
  send: Transport,
  request: AnyRequest = {},
  options?: CallOptions,
  first?: FirstPage,
): Items<Item, Body> {
  const { pages, key = 'id', size: [sizeName, maxSize] = ['per_page', 200] } = target.facts
  const operation = `${target.method} ${target.path}`
  const createFirstQuery = (size: number): Query =>
    pages === undefined || first ? { ...request.query } : { [sizeName]: size, ...request.query }
  const read = createPageReader<Item, Body>(target, send, request, options)
  const reader = { operation, key, createFirstQuery, read, first }
  return {
    async *pages() {
      const guard = createPageGuard(operation)
      const isNew = createRepeatFilter(key)
      let firstPage = first
      for (let query: Query | undefined = createFirstQuery(maxSize); query;) {
        const result: PageResult<Item, Body> = await read(query, firstPage)
        firstPage = undefined
        yield result.page
        query = guard.follow(result.next, result.page.items.filter(isNew).length)
      }
    },
    async toArray({ limit = Number.POSITIVE_INFINITY } = {}) {
      if (!(limit >= 0) || (limit !== Number.POSITIVE_INFINITY && !Number.isInteger(limit))) {
        throw new CloudError(`${operation}: the limit of toArray() must be a non-negative integer, not ${limit}.`)
      }
      const items: Item[] = []
      if (limit === 0) return items
      for await (const item of iterateItems(reader, Math.min(maxSize, limit))) if (items.push(item) >= limit) break
      return items
    },
    [Symbol.asyncIterator]: () => iterateItems(reader, maxSize),
  }
}

function createPageReader<Item, Body>(
  target: Target,
  send: Transport,
  request: AnyRequest,
  options?: CallOptions,
): ListReader<Item, Body>['read'] {
  const { pages, list = '' } = target.facts
  const path = pages ?? list
  let requested: Target = target
  return async (query, firstPage) => {
    const apiResponse = await (firstPage?.response ?? send(requested, { ...request, query }, options))
    // The query of a link may have parameters that are newer than this client.
    requested = { ...target, input: undefined }
    const reply = (firstPage ? await firstPage.reply : createReply(apiResponse, await send.read(apiResponse))) as SuccessReply<number, Body>
    const items = pickItems<Item>(reply.data, path)
    if (!items) throw new CloudError(`${apiResponse.line}: the response has no "${path}".`)
    const { meta }: { readonly meta?: { readonly total?: number } } = Object(reply.data)
    // Not enumerable, because a console would print the items twice.
    const page = Object.defineProperty(reply, 'items', { value: items }) as Page<Item, Body>
    return { page, next: findNextQuery(apiResponse, query, reply.data), total: meta?.total }
  }
}

/**
 * Yields the items. If an item that was already read is deleted, the later ones move up, and the first one of the next page moves to this page. A
 * smaller total reveals it: reading then goes back as many pages as necessary and skips items that were already yielded.
 */
async function* iterateItems<Item, Body>(
  { operation, key, createFirstQuery, read, first }: ListReader<Item, Body>,
  size: number,
): AsyncGenerator<Item, void> {
  const isNew = createRepeatFilter(key)
  const start = createFirstQuery(size)
  const firstPage = Number(start['page'] ?? 1)
  const perPage = (of: Query) => Number(of['per_page'] ?? 20)
  let query: Query | undefined = start
  let startPage = first
  let total: number | undefined
  let count = 0
  let restarts = 0
  const guard = createPageGuard(operation)
  while (query) {
    const result: PageResult<Item, Body> = await read(query, startPage)
    startPage = undefined
    const deletedCount = result.total === undefined ? 0 : (total ?? result.total) - result.total
    total = result.total ?? total
    const before = count
    for (const item of result.page.items) {
      if (!isNew(item)) continue
      count += 1
      yield item
    }
    const isShort = !result.next && count < (total ?? 0) - (firstPage - 1) * perPage(start)
    // Without a key, items cannot be identified, so a change of the list cannot be corrected.
    const isUnsure = deletedCount > 0 || (!key && deletedCount < 0)
    if (!isShort && !isUnsure) query = guard.follow(result.next, count - before)
    else if (!key || (restarts += 1) > maxRevisits) {
      throw new CloudError(`${operation}: the list changed while it was read; got ${count} of ${total} items. Read it again.`)
    } else if (deletedCount > 0)
      query = guard.restart({ ...query, page: Math.max(firstPage, Number(query['page'] ?? 1) - Math.ceil(deletedCount / perPage(query))) })
    else query = guard.restart(start)
  }
}

/** Creates a filter that rejects items whose key it has seen. Accepts all items without a key. */
function createRepeatFilter(key: string): (item: unknown) => boolean {
  const seen = new Set<unknown>()
  return (item) => {
    const id = key && Object(item)[key]
    if (id === '' || id === undefined) return true
    return seen.size < seen.add(id).size
  }
}
