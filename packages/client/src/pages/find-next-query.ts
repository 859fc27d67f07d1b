/** Query of the next page. */
import { CloudError } from '../errors.ts'
import type { ApiResponse } from '../request-types.ts'

type Query = Readonly<Record<string, unknown>>

interface ListBody {
  readonly links?: { readonly pages?: { readonly next?: string } }
  readonly has_more?: boolean
  readonly last_id?: string | null
}

/**
 * Returns the query of the next page. Only the query of `links.pages.next` is used: the token is never sent to another host.
 *
 * @throws CloudError if the link points to another host or to this page
 */
export function findNextQuery({ line, url }: ApiResponse, query: Query, body: unknown): Query | undefined {
  const { links, has_more: hasMore, last_id: lastId }: ListBody = Object(body)
  const link = links?.pages?.next
  if (!link) return hasMore && lastId ? { ...query, after: lastId } : undefined
  const current = new URL(url)
  const target = new URL(link, current)
  if (target.host !== current.host) {
    throw new CloudError(`${line}: the link to the next page points to ${target.host} instead of ${current.host}. It was not followed.`)
  }
  const next: Record<string, unknown> = { ...query }
  // Arrays stay: the link would keep only their last value.
  for (const [name, value] of target.searchParams) if (!Array.isArray(query[name])) next[name] = value
  if (String(next['page']) === String(query['page'] ?? 1) && next['page_token'] === query['page_token']) {
    throw new CloudError(`${line}: the link to the next page points to this page.`)
  }
  return next
}
