/** The query of the page after this one. */
import { CloudError } from '../errors.ts'
import type { Answer } from '../request-types.ts'

type Query = Readonly<Record<string, unknown>>

interface ListBody {
  readonly links?: { readonly pages?: { readonly next?: string } }
  readonly has_more?: boolean
  readonly last_id?: string | null
}

/**
 * Only the query of `links.pages.next` is taken: the next request goes where this one went, with its token, whatever the link says.
 *
 * @throws CloudError when the link leads to another host or to this very page
 */
export function findNextQuery({ operation, url }: Answer, query: Query, body: unknown): Query | undefined {
  const { links, has_more: hasMore, last_id: lastId }: ListBody = Object(body)
  const link = links?.pages?.next
  if (!link) return hasMore && lastId ? { ...query, after: lastId } : undefined
  const here = new URL(url)
  const there = new URL(link, here)
  if (there.host !== here.host) {
    throw new CloudError(`${operation}: the next page is said to be at ${there.host}, which is not ${here.host}. It was not asked for.`)
  }
  const next: Record<string, unknown> = { ...query }
  // What the link repeats of an array would be its last value alone.
  for (const [name, value] of there.searchParams) if (!Array.isArray(query[name])) next[name] = value
  if (String(next['page']) === String(query['page'] ?? 1) && next['page_token'] === query['page_token']) {
    throw new CloudError(`${operation}: the next page is said to be this one.`)
  }
  return next
}
