/** A list that can be followed by a token instead of a page number: it names the last item seen, so nothing pushed meanwhile moves it. */
import type { Call, Reply } from '../../engine/call.ts'
import { Failure } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { isRecord } from '../../engine/values.ts'

interface Named {
  readonly name: string
}

/** @throws Failure 400 for a token that no list has given out */
export function replyByToken(call: Call, root: string, values: readonly Named[]): Reply {
  const { number, size } = readPage(call)
  const token = call.query['page_token']
  const after = typeof token === 'string' && token !== '' ? readToken(token) : undefined
  const next = after === undefined ? -1 : values.findIndex(({ name }) => name > after)
  const start = after === undefined ? (number - 1) * size : next === -1 ? values.length : next
  // The page that this is, for clients that count.
  const page = after === undefined ? number : Math.floor(start / size) + 1
  const shown = values.slice(start, start + size)
  const texts = shown.map((value) => JSON.stringify(value)).join(',')
  const asked = after !== undefined || call.query['page'] !== undefined || call.query['per_page'] !== undefined
  if (!asked && values.length <= size) return replyPage(call, root, { texts, total: values.length })
  const address = makeAddress(call, size)
  const last = Math.max(1, Math.ceil(values.length / size))
  const end = shown.at(-1)
  const pages = {
    ...(start > 0 && { first: address(1), prev: address(Math.min(Math.max(1, page - 1), last)) }),
    ...(end && start + size < values.length && { next: address(page + 1, end.name), last: address(last) }),
  }
  const entries = Object.entries(pages)
  const links = entries.length === 0 ? {} : { pages }
  const header = entries.map(([rel, url]) => `<${url}>; rel="${rel}"`).join(', ')
  return {
    body: `{${JSON.stringify(root)}:[${texts}],"links":${JSON.stringify(links)},"meta":{"total":${values.length}}}`,
    headers: { 'x-total-count': String(values.length), ...(header !== '' && { link: header }) },
  }
}

function makeAddress({ origin, url }: Call, size: number): (page: number, after?: string) => string {
  const { pathname, searchParams } = new URL(url, origin)
  searchParams.set('per_page', String(size))
  return (page, after) => {
    searchParams.set('page', String(page))
    if (after === undefined) searchParams.delete('page_token')
    else searchParams.set('page_token', Buffer.from(JSON.stringify({ after })).toString('base64url'))
    return `${origin}${pathname}?${searchParams.toString()}`
  }
}

function readToken(token: string): string {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
    if (isRecord(value) && typeof value['after'] === 'string') return value['after']
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Failure(400, 'The page token is not valid. Begin again without one.')
}
