/** Reading lists to their end, with responses written by the test. */
import { describe, expect, it } from 'vitest'
import { catchError } from '../../test/catch-error.ts'
import type { OperationFacts } from '../family-table.ts'
import { readData } from '../read-body.ts'
import type { Transport } from '../transport.ts'
import type { AnyRequest, Target } from '../request-types.ts'
import { parseItems } from './parse-items.ts'

type Query = Readonly<Record<string, unknown>>

const baseUrl = 'http://platform.example/v2/boats'

/** @param answer returns the body for a query */
function createList(
  answer: (query: Query, count: number) => unknown,
  facts: Partial<OperationFacts> = { pages: 'boats' },
  request?: AnyRequest,
) {
  const requests: Query[] = []
  const target = { api: 'control', method: 'GET', path: '/v2/boats', facts } as Target
  const send = (async (_target: Target, { query = {} }: AnyRequest = {}) => {
    requests.push(query as Query)
    const response = Response.json(answer(query as Query, requests.length))
    return {
      operation: 'GET /v2/boats',
      line: 'GET /v2/boats',
      url: baseUrl,
      response,
      request: {},
      bearer: undefined,
      maxReplyBytes: undefined,
      stop: () => {},
    }
  }) as unknown as Transport
  Object.assign(send, { read: readData })
  return { items: parseItems<{ id?: unknown }, unknown>(target, send, request), requests }
}

type Boats = ReturnType<typeof createList>['items']

const boats = (...ids: readonly unknown[]) => ids.map((id) => ({ id }))
const next = (query: string) => ({ links: { pages: { next: `${baseUrl}?${query}` } } })
const ids = (read: readonly { id?: unknown }[]) => read.map(({ id }) => id)

describe('the path of the items', () => {
  it.each([
    { input: { boats: boats(1, 2) }, pages: 'boats', expected: [1, 2] },
    { input: { fleet: { boats: boats(1) } }, pages: 'fleet.boats', expected: [1] },
    { input: { boats: null }, pages: 'boats', expected: [] },
    { input: { boats: { a: { id: 1 }, b: { id: 2 } } }, pages: 'boats', expected: [1, 2] },
  ])('$input by $pages', async ({ input, pages, expected }) => {
    expect(ids(await createList(() => input, { pages }).items.toArray())).toEqual(expected)
  })

  it.each([{ input: {} }, { input: null }, { input: { fleet: 7 } }])('$input has none', async ({ input }) => {
    expect((await catchError(createList(() => input, { pages: 'fleet.boats' }).items.toArray())).message).toBe(
      'GET /v2/boats: the response has no "fleet.boats".',
    )
  })
})

describe('the next page', () => {
  const read = async (first: object, request?: AnyRequest) => {
    const { items, requests } = createList(
      (_query, count) => (count === 1 ? { boats: boats(1), ...first } : { boats: boats(2) }),
      undefined,
      request,
    )
    return { read: ids(await items.toArray()), next: requests[1] }
  }
  it.each([
    { input: next('page=2&per_page=200'), expected: { page: '2', per_page: '200' } },
    { input: { links: { pages: { next: '?page=2' } } }, expected: { page: '2', per_page: 200 } },
    { input: next('page_token=abc'), expected: { page_token: 'abc', per_page: 200 } },
    { input: { has_more: true, last_id: 'x1' }, expected: { after: 'x1', per_page: 200 } },
    { input: { has_more: true, last_id: null }, expected: undefined },
    { input: { has_more: false, last_id: 'x1' }, expected: undefined },
    { input: { links: { pages: {} } }, expected: undefined },
    { input: { links: {} }, expected: undefined },
    { input: { links: null }, expected: undefined },
  ])('after $input', async ({ input, expected }) => {
    const { read: found, next: query } = await read(input)
    expect([query, found]).toEqual([expected, expected ? [1, 2] : [1]])
  })

  it('keeps the arrays of the query, because the link has only one value', async () => {
    const { next: query } = await read(next('page=2&tag=b&region=ams3'), { query: { tag: ['a', 'b'], region: 'nyc3' } })
    expect(query).toEqual({ page: '2', per_page: 200, tag: ['a', 'b'], region: 'ams3' })
  })

  it.each([
    { input: 'page=1', query: {} },
    { input: 'page=3', query: { page: 3 } },
    { input: 'page=1&page_token=a', query: { page: 1, page_token: 'a' } },
  ])('$input from $query is this one', async ({ input, query }) => {
    const { items, requests } = createList(() => ({ boats: boats(1), ...next(input) }), undefined, { query })
    expect((await catchError(items.toArray())).message).toBe('GET /v2/boats: the link to the next page points to this page.')
    expect(requests).toHaveLength(1)
  })
})

describe('endless pagination', () => {
  const readPages = async (items: Boats) => {
    for await (const { items: read } of items.pages()) expect(read.length).toBeLessThan(2)
  }

  it('stops at a cycle', async () => {
    const { items, requests } = createList(({ page }) => ({ boats: boats(page ?? 1), ...next(page === '2' ? 'page=1' : 'page=2') }))
    expect((await catchError(items.toArray())).message).toBe(
      'GET /v2/boats: the link to the next page points to a page that was already read.',
    )
    expect(requests.length).toBeLessThan(5)
  })

  it.each([
    { what: 'no items', input: [], readAll: (items: Boats) => items.toArray(), requested: 21 },
    { what: 'no items, page by page', input: [], readAll: readPages, requested: 21 },
    { what: 'the items of the first page', input: boats(1), readAll: (items: Boats) => items.toArray(), requested: 22 },
    { what: 'the items of the first page, page by page', input: boats(1), readAll: readPages, requested: 22 },
  ])('stops after many pages with $what', async ({ input, readAll, requested }) => {
    const { items, requests } = createList((_query, count) => ({ boats: input, ...next(`page=${count + 1}`) }))
    const error = await catchError(readAll(items))
    expect(error.message).toBe('GET /v2/boats: 21 consecutive pages had no new items, and the last one still has a next page.')
    expect(requests).toHaveLength(requested)
  })

  it('allows twenty empty pages between new items', async () => {
    const { items } = createList((_query, count) => ({
      boats: count % 20 === 0 ? boats(count) : [],
      ...(count < 100 && next(`page=${count + 1}`)),
    }))
    expect(ids(await items.toArray())).toEqual([20, 40, 60, 80, 100])
  })
})

describe('items', () => {
  it('are deduplicated by their key; items without a key are all yielded', async () => {
    const answer = (_query: Query, count: number) =>
      count === 1
        ? { boats: [{ id: 1 }, { id: 1 }, {}, {}, { id: '' }, { id: '' }, { id: 0 }, { id: null }], ...next('page=2') }
        : { boats: [{ id: 1 }, { id: 0 }, { id: null }, { id: 2 }] }
    expect(ids(await createList(answer).items.toArray())).toEqual([1, undefined, undefined, '', '', 0, null, 2])
    const named = { boats: [{ name: 'a' }, { name: 'a' }, { name: 'b' }] }
    expect(await createList(() => named, { pages: 'boats', key: 'name' }).items.toArray()).toEqual([{ name: 'a' }, { name: 'b' }])
    expect(await createList(() => named, { pages: 'boats', key: '' }).items.toArray()).toHaveLength(3)
  })
})

describe('a list that changes', () => {
  const changed = (count: number, total: number) =>
    `GET /v2/boats: the list changed while it was read; got ${count} of ${total} items. Read it again.`

  it('goes back as many pages as necessary after deletions', async () => {
    // One item of page 1 was deleted, so page 2 starts with its former second item.
    const lists = [boats(1, 2, 3, 4, 5, 6), boats(1, 2, 3, 4, 5, 6), boats(1, 3, 4, 5, 6)]
    const { items, requests } = createList(
      (query, count) => {
        const list = lists[Math.min(count, 3) - 1] ?? []
        const page = Number(query['page'] ?? 1)
        const more = page * 2 < list.length
        return { boats: list.slice(page * 2 - 2, page * 2), meta: { total: list.length }, ...(more && next(`per_page=2&page=${page + 1}`)) }
      },
      undefined,
      { query: { per_page: 2 } },
    )
    expect(ids(await items.toArray())).toEqual([1, 2, 3, 4, 6, 5])
    expect(requests.map(({ page }) => Number(page ?? 1))).toEqual([1, 2, 3, 2, 3])
  })

  it('does not go back beyond the first page', async () => {
    const { items, requests } = createList(
      ({ page }, count) => ({
        boats: boats(count),
        meta: { total: count < 2 ? 20 : 6 },
        ...(Number(page) < 4 && next(`page=${Number(page) + 1}&per_page=2`)),
      }),
      undefined,
      { query: { page: 3, per_page: 2 } },
    )
    await items.toArray().catch(() => {})
    expect(requests.slice(0, 3).map(({ page }) => Number(page))).toEqual([3, 4, 3])
  })

  it('reads its first page again by number', async () => {
    const lists = [boats(1, 2), boats(1, 3), boats(1, 3)]
    const { items, requests } = createList((_query, count) => ({
      boats: lists[count - 1] ?? boats(1, 3),
      meta: { total: count === 1 ? 4 : 3 },
    }))
    expect(ids(await items.toArray())).toEqual([1, 2, 3])
    expect(requests.map(({ page }) => page)).toEqual([undefined, undefined, 1])
  })

  it('is read again from the start if it ends early, at most twenty times', async () => {
    const { items, requests } = createList(() => ({ boats: boats(1), meta: { total: 2 } }))
    expect((await catchError(items.toArray())).message).toBe(changed(1, 2))
    expect(requests).toHaveLength(21)
    const late = createList((_query, count) => ({ boats: count < 3 ? boats(1) : boats(1, 2), meta: { total: 2 } }))
    expect(ids(await late.items.toArray())).toEqual([1, 2])
  })

  it('is read again from the start if items of an earlier page are missing', async () => {
    const { items, requests } = createList(({ page }, count) =>
      page === '2'
        ? { boats: boats(3), meta: { total: 3 } }
        : { boats: count === 1 ? boats(1) : boats(1, 2), meta: { total: 3 }, ...next('page=2') },
    )
    expect(ids(await items.toArray())).toEqual([1, 3, 2])
    expect(requests.map(({ page }) => page)).toEqual([undefined, '2', undefined, '2'])
  })

  it.each([
    { page: 2, per_page: 2, total: 4, expected: true },
    { page: 2, per_page: 2, total: 5, expected: false },
    { page: 3, per_page: undefined, total: 42, expected: true },
  ])('is whole from page $page of $per_page when the rest of $total came: $expected', async ({ page, per_page, total, expected }) => {
    const query = { page, ...(per_page && { per_page }) }
    const { items } = createList(() => ({ boats: boats('a', 'b'), meta: { total } }), per_page ? undefined : { list: 'boats' }, { query })
    const read = await items.toArray().catch((error: Error) => error.message)
    expect(read).toEqual(expected ? boats('a', 'b') : changed(2, total))
  })

  it('without a key is rejected after a change', async () => {
    const totals = (from: number, to: number, last = 1) =>
      createList(
        (_query, count) =>
          count === 1
            ? { boats: [{ a: 1 }], meta: { total: from }, ...next('page=2') }
            : { boats: Array.from({ length: last }, (_, n) => ({ a: count + n })), meta: { total: to } },
        { pages: 'boats', key: '' },
      )
    expect((await catchError(totals(2, 1).items.toArray())).message).toBe(changed(2, 1))
    expect((await catchError(totals(2, 3).items.toArray())).message).toBe(changed(2, 3))
    // The count matches, but one item may be a duplicate.
    expect((await catchError(totals(2, 3, 2).items.toArray())).message).toBe(changed(3, 3))
    expect(await totals(2, 2).items.toArray()).toHaveLength(2)
  })

  it('uses the latest total', async () => {
    const { items } = createList((_query, count) => ({
      boats: boats(count % 2),
      ...(count % 2 === 1 && { meta: { total: 3 }, ...next(`page=${count + 1}`) }),
    }))
    expect((await catchError(items.toArray())).message).toBe(changed(2, 3))
  })

  it('continues after additions without repeated requests', async () => {
    const { items, requests } = createList((_query, count) => ({
      boats: boats(count),
      meta: { total: count === 1 ? 2 : 3 },
      ...(count < 3 && next(`page=${count + 1}`)),
    }))
    expect(ids(await items.toArray())).toEqual([1, 2, 3])
    expect(requests).toHaveLength(3)
  })

  it('without a total is read without checks', async () => {
    const { items } = createList((_query, count) => ({ boats: boats(count), ...(count < 3 && next(`page=${count + 1}`)) }))
    expect(ids(await items.toArray())).toEqual([1, 2, 3])
  })
})

describe('the page size', () => {
  it.each([
    { facts: { pages: 'boats' }, limit: undefined, expected: { per_page: 200 } },
    { facts: { pages: 'boats' }, limit: 7, expected: { per_page: 7 } },
    { facts: { pages: 'boats' }, limit: 500, expected: { per_page: 200 } },
    { facts: { pages: 'boats', size: ['limit', 50] as const }, limit: undefined, expected: { limit: 50 } },
    { facts: { list: 'boats' }, limit: undefined, expected: {} },
  ])('of $facts with $limit', async ({ facts, limit, expected }) => {
    const { items, requests } = createList(() => ({ boats: [] }), facts)
    await items.toArray(limit === undefined ? {} : { limit })
    expect(requests).toEqual([expected])
  })

  it('is set by the query', async () => {
    const { items, requests } = createList(() => ({ boats: [] }), undefined, { query: { per_page: 3, name: 'x' } })
    await items.toArray()
    for await (const page of items.pages()) expect(page.items).toEqual([])
    expect(requests).toEqual([
      { per_page: 3, name: 'x' },
      { per_page: 3, name: 'x' },
    ])
  })
})
