/** Formats list responses: the requested page, links to the others and the total. */
import type { Page } from '../store/store.ts'
import { Answer, answer } from './answer.ts'
import type { UntypedCall, Reply } from './request.ts'

export interface PageRequest {
  readonly number: number
  readonly size: number
}

/** Larger than every last page, and small enough for the store. */
const lastPage = 2 ** 31

/** Maximum of `per_page` for all lists. */
const maxPageSize = 200

export function parsePage({ query }: UntypedCall): PageRequest {
  const { page = 1, per_page: size = 20 } = query as { readonly page?: number; readonly per_page?: number }
  return { number: Math.min(page, lastPage), size: Math.min(size, maxPageSize) }
}

/** Fields of every list beside its values. */
export interface Paging {
  readonly links?: object
  readonly meta: { readonly total: number }
}

/** Formats a page of the store. `more` has the other fields of the response. */
export function answerPage<const Key extends string, Value, More extends object = object>(
  call: UntypedCall,
  key: Key,
  page: Page<Value>,
  more?: More,
): Answer<Readonly<Record<Key, Value[]>> & Paging & More> {
  return new Answer(replyPage(call, key, page, more))
}

/** Maps the values of a page. */
export function mapPage<Value, Written>({ texts, total }: Page<Value>, write: (value: Value) => Written): Page<Written> {
  // A page contains the JSON texts of its values.
  const values = JSON.parse(`[${texts}]`) as Value[]
  return { texts: values.map((value) => JSON.stringify(write(value))).join(','), total }
}

/** Formats the requested page of computed values, and calls `write` only for those. `more` has the other fields of the response. */
export function answerValues<const Key extends string, T, Value = T, More extends object = object>(
  call: UntypedCall,
  key: Key,
  values: readonly T[],
  write?: (value: T) => Value,
  more?: More,
): Answer<Readonly<Record<Key, Value[]>> & Paging & More> {
  return new Answer(replyValues(call, key, values, write, more))
}

/** Formats the requested page of computed values inside a larger body, which `write` builds. */
export function answerAround<T, Value>(
  call: UntypedCall,
  values: readonly T[],
  write: (page: readonly T[], paging: Paging) => Value,
): Answer<Value> {
  return answerCut(call, cutPage(call, values), values.length, write)
}

/** Formats a page of the store inside a larger body, which `write` builds. */
export function answerPageAround<T, Value>(
  call: UntypedCall,
  { texts, total }: Page<T>,
  write: (page: readonly T[], paging: Paging) => Value,
): Answer<Value> {
  // A page contains the JSON texts of its values.
  return answerCut(call, JSON.parse(`[${texts}]`) as T[], total, write)
}

function answerCut<T, Value>(
  call: UntypedCall,
  page: readonly T[],
  total: number,
  write: (page: readonly T[], paging: Paging) => Value,
): Answer<Value> {
  const links = call.operation.paged ? formatLinks(call, total) : undefined
  const value = write(page, { ...(links && { links: links.body }), meta: { total } })
  return answer(value, { headers: formatHeaders(total, links) })
}

/** Last response for a page, with its request: an unchanged page is not formatted again. */
const lastReplies = new WeakMap<Page, { readonly request: string; readonly reply: Reply }>()

/** Untyped `answerPage`. */
export function replyPage(call: UntypedCall, key: string, page: Page, own?: object): Reply {
  if (own) return formatPage(call, key, page, own)
  const request = `${call.operation.id} ${key} ${call.origin}${call.url}`
  const before = lastReplies.get(page)
  if (before?.request === request) return before.reply
  const reply = formatPage(call, key, page)
  lastReplies.set(page, { request, reply })
  return reply
}

function formatPage(call: UntypedCall, key: string, page: Page, own?: object): Reply {
  const { aliases = [], otherFields = {} } = call.operation.root ?? {}
  const more = [
    ...aliases.map((name) => `,${JSON.stringify(name)}:[${page.texts}]`),
    ...Object.entries({ ...otherFields, ...own }).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`),
  ].join('')
  const links = call.operation.paged ? formatLinks(call, page.total) : undefined
  const body = `{${JSON.stringify(key)}:[${page.texts}],${links === undefined ? '' : `"links":${JSON.stringify(links.body)},`}"meta":{"total":${page.total}}${more}}`
  return { body, headers: formatHeaders(page.total, links) }
}

/** Untyped `answerValues`. */
export function replyValues<T>(
  call: UntypedCall,
  key: string,
  values: readonly T[],
  write: (value: T) => unknown = (value) => value,
  more?: object,
): Reply {
  return replyPage(
    call,
    key,
    {
      texts: cutPage(call, values)
        .map((value) => JSON.stringify(write(value)))
        .join(','),
      total: values.length,
    },
    more,
  )
}

function cutPage<T>(call: UntypedCall, values: readonly T[]): readonly T[] {
  const { number, size } = parsePage(call)
  return call.operation.paged ? values.slice((number - 1) * size, number * size) : values
}

function formatHeaders(total: number, links: Links | undefined): Readonly<Record<string, string>> {
  return { 'x-total-count': String(total), ...(links?.header && { link: links.header }) }
}

interface Links {
  readonly body: { readonly pages?: Readonly<Record<string, string>> }
  readonly header: string
}

/** Returns undefined if no page was requested and everything fits on the first. */
function formatLinks(call: UntypedCall, total: number): Links | undefined {
  const { number, size } = parsePage(call)
  const isPaged = call.query['page'] !== undefined || call.query['per_page'] !== undefined
  const last = Math.max(1, Math.ceil(total / size))
  if (!isPaged && last === 1) return undefined
  const pages: Record<string, string> = {}
  const address = createAddress(call)
  if (number > 1) {
    pages['first'] = address(1)
    pages['prev'] = address(Math.min(number - 1, last))
  }
  if (number < last) {
    // Order matters: some programs read up to the last URL after `next`.
    pages['last'] = address(last)
    pages['next'] = address(number + 1)
  }
  const entries = Object.entries(pages)
  return { body: entries.length === 0 ? {} : { pages }, header: entries.map(([rel, url]) => `<${url}>; rel="${rel}"`).join(', ') }
}

/** Creates absolute URLs with the client's host. The page comes first, as some programs look for the first `page=`. */
function createAddress({ origin, url }: UntypedCall): (page: number) => string {
  const at = url.indexOf('?')
  const query = new URLSearchParams(at === -1 ? '' : url.slice(at + 1))
  const path = at === -1 ? url : url.slice(0, at)
  query.delete('page')
  const rest = query.size === 0 ? '' : `&${query.toString()}`
  return (page) => `${origin}${path}?page=${page}${rest}`
}
