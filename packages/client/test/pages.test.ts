/** Reads lists of the sandbox to their end: no missing and no duplicate items, even while the list changes. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CloudError, createCloud } from '../src/index.ts'
import { createTestCloud, type TestCloud } from '../src/testing/index.ts'
import { operations } from './list-operations.ts'
import type { Items } from '../src/pages/list-call.ts'
import { catchError } from './catch-error.ts'
import { sendJson, startServer } from './scripted-server.ts'

const nameOf = (number: number) => `tag-${String(number).padStart(4, '0')}`

async function createTags({ cloud }: TestCloud, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, number) => nameOf(number))
  for (const name of names) await cloud.tags.create({ body: { name } })
  return names
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

/** Starts a platform and counts the reads of its tags. */
async function startPlatform(beforeRead?: (count: number, platform: TestCloud) => Promise<void>) {
  let reads = 0
  const platform: TestCloud = await createTestCloud({
    client: {
      fetch: async (url, init) => {
        if (init.method === 'GET' && new URL(url).pathname === '/v2/tags') {
          reads += 1
          if (reads > 1) await beforeRead?.(reads, platform)
        }
        return platform.sandbox.fetch(url, init)
      },
    },
  })
  return { platform, reads: () => reads }
}

test('an awaited list is requested once, and iteration reuses its page', async () => {
  const { platform, reads } = await startPlatform()
  await using _ = platform
  const names = await createTags(platform, 45)
  const list = platform.cloud.tags.list()
  const untouched = reads()
  expect((await list).tags).toHaveLength(20)
  await list
  expect(reads() - untouched).toBe(1)
  expect((await list.toArray()).map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  expect(reads() - untouched).toBe(3)
  expect((await collect(list.pages())).map(({ items }) => items.length)).toEqual([20, 20, 5])
  expect(reads() - untouched).toBe(5)
  // A raw response may have been read by the caller.
  const other = platform.cloud.tags.list()
  await (await other.asResponse()).text()
  expect(await other.toArray()).toHaveLength(45)
  expect(reads() - untouched).toBe(7)
})

describe.each([0, 1, 20, 21, 199, 200, 201, 401])('%i items', (count) => {
  test('are read as items, pages and an array, in pages of 200', async () => {
    const { platform, reads } = await startPlatform()
    await using _ = platform
    const names = (await createTags(platform, count)).toSorted()
    const { list } = platform.cloud.tags
    expect((await collect(list())).map(({ name }) => name).toSorted()).toEqual(names)
    const pages = Math.max(1, Math.ceil(count / 200))
    expect(reads()).toBe(pages)
    const all = await collect(list().pages())
    expect(all).toHaveLength(pages)
    expect(all.flatMap(({ items }) => items.map(({ name }) => name)).toSorted()).toEqual(names)
    expect(all.every(({ rateLimit, data, status }) => rateLimit?.limit === 5000 && data.meta.total === count && status === 200)).toBe(true)
    expect(await list().toArray()).toHaveLength(count)
  })

  test('are read with any page size, first page and limit', async () => {
    await using platform = await createTestCloud()
    await createTags(platform, count)
    const { list } = platform.cloud.tags
    const names = (await list().toArray()).map(({ name }) => name)
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constantFrom(7, 20, 100, 200), fc.integer({ min: Math.max(1, count >> 4), max: 200 })),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: count + 2 }),
        async (size, page, limit) => {
          const read = await list({ query: { per_page: size, page } }).toArray()
          expect(read.map(({ name }) => name)).toEqual(names.slice((page - 1) * size))
          const some = await list({ query: { per_page: size } }).toArray({ limit })
          expect(some.map(({ name }) => name)).toEqual(names.slice(0, limit))
        },
      ),
      { numRuns: count > 100 ? 8 : 20 },
    )
  })
})

test.each([1.5, -1, Number.NaN, Number.NEGATIVE_INFINITY])('toArray({ limit: %d }) is rejected without a request', async (limit) => {
  const { platform, reads } = await startPlatform()
  await using _ = platform
  const error = await catchError(platform.cloud.tags.list().toArray({ limit }), CloudError)
  expect(error.message).toBe(`GET /v2/tags: the limit of toArray() must be a non-negative integer, not ${limit}.`)
  expect(reads()).toBe(0)
})

test('toArray({ limit }) requests no more than it needs', async () => {
  const { platform, reads } = await startPlatform()
  await using _ = platform
  await createTags(platform, 30)
  expect(await platform.cloud.tags.list().toArray({ limit: 0 })).toEqual([])
  expect(reads()).toBe(0)
  expect(await platform.cloud.tags.list().toArray({ limit: 30 })).toHaveLength(30)
  expect(reads()).toBe(1)
  for await (const tag of platform.cloud.tags.list({ query: { per_page: 5 } })) if (tag.name) break
  expect(reads()).toBe(2)
})

test('while the list changes at random, unchanged items are yielded once, or reading rejects', async () => {
  let refused = 0
  let whole = 0
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.record({ read: fc.integer({ min: 2, max: 12 }), remove: fc.boolean(), name: fc.integer({ min: 0, max: 90 }) }), {
        maxLength: 12,
      }),
      async (count, size, changes) => {
        const staying = new Set<string>()
        const ever = new Set<string>()
        const { platform } = await startPlatform(async (reads, { cloud }) => {
          const now = changes.filter(({ read }) => read === reads)
          // Only additions or only deletions between two requests; the next test has both.
          for (const change of now.filter(({ remove }) => remove === now[0]?.remove)) {
            const name = nameOf(change.name)
            if (change.remove) {
              await cloud.tags.delete({ path: { tag_id: name } }).catch(() => {})
              staying.delete(name)
            } else {
              await cloud.tags.create({ body: { name } })
              ever.add(name)
            }
          }
        })
        await using _ = platform
        for (const name of await createTags(platform, count)) {
          staying.add(name)
          ever.add(name)
        }
        const read = await platform.cloud.tags
          .list({ per_page: size })
          .toArray()
          .catch((error: unknown) => error)
        if (!Array.isArray(read)) {
          refused += 1
          if (read instanceof CloudError) return
          throw read
        }
        whole += 1
        const names = (read as { name: string }[]).map(({ name }) => name)
        expect(new Set(names).size).toBe(names.length)
        expect([...staying].filter((name) => !names.includes(name))).toEqual([])
        expect(names.filter((name) => !ever.has(name))).toEqual([])
      },
    ),
    { numRuns: 40 },
  )
  // Most runs must succeed.
  expect(whole).toBeGreaterThan(refused)
})

test('equal additions and deletions between the same two requests are not detected', async () => {
  const { platform } = await startPlatform(async (reads, { cloud }) => {
    if (reads !== 6) return
    await cloud.tags.delete({ path: { tag_id: nameOf(0) } })
    await cloud.tags.create({ body: { name: nameOf(6) } })
  })
  await using _ = platform
  await createTags(platform, 6)
  const read = await platform.cloud.tags.list({ query: { per_page: 1 } }).toArray()
  expect(read.map(({ name }) => name)).not.toContain(nameOf(5))
})

test('detects that naive pagination loses an item', async () => {
  const { platform } = await startPlatform(async (reads, { cloud }) => {
    if (reads === 2) await cloud.tags.delete({ path: { tag_id: nameOf(0) } })
  })
  await using _ = platform
  const names = await createTags(platform, 10)
  const pages = await collect(platform.cloud.tags.list({ query: { per_page: 5 } }).pages())
  const careless = pages.flatMap(({ items }) => items.map(({ name }) => name))
  expect(careless.toSorted()).not.toEqual(names)
})

test('every list operation can be read to its end', async () => {
  await using platform = await createTestCloud({ client: { deprecations: false } })
  const lists = operations.filter(({ target: { facts } }) => facts.pages ?? facts.list)
  expect(lists.length).toBeGreaterThan(140)
  interface Steps {
    readonly [step: string]: Steps & (() => Items<unknown, unknown>)
  }
  const open = lists.filter(({ target }) => target.ids.length === 0)
  expect(open.length).toBeGreaterThan(60)
  // The latest scan has findings only after one was created.
  await platform.cloud.security.scans.create()
  const failed: string[] = []
  for (const { name } of open) {
    const list = name.split('.').reduce((holder, step) => holder[step] ?? {}, platform.cloud as unknown as Steps)
    const items = await (list as Steps[string])()
      .toArray()
      .catch((error: unknown) => error)
    if (!Array.isArray(items)) failed.push(`${name}: ${String(items)}`)
  }
  expect(failed).toEqual([])
})

test.each([
  'https://evil.example/v2/tags?page=2',
  '//evil.example/v2/tags?page=2',
  'http://127.0.0.1:1/v2/tags?page=2',
  'http://user:pass@evil.example/?page=2',
  'javascript:alert(1)',
])('rejects a next page at %s without a request', async (next) => {
  const server = await startServer(sendJson(200, { tags: [{ name: 'a' }], links: { pages: { next } }, meta: { total: 2 } }))
  const cloud = createCloud({ baseUrl: server.url, token: 't0ken-of-tests' })
  const error = await catchError(cloud.tags.list().toArray(), CloudError)
  expect(error.message).toContain('the link to the next page points to')
  expect(server.requests).toHaveLength(1)
})
