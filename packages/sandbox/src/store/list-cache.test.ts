import { expect, it } from 'vitest'
import { boat } from '../../test/boat.ts'
import { ListCache } from './list-cache.ts'

const query = { kind: 'Boat', page: { number: 1, size: 2 } } as const
const page = { texts: boat('1').text, total: 1 }

function fillCache() {
  const cache = new ListCache()
  for (const id of ['1', '2']) cache.addRow(boat(id))
  cache.setPage(query, page)
  cache.setTotal(query, 2)
  const read = () => [cache.findRow(boat('1'))?.id, cache.findRow(boat('2'))?.id, cache.findPage(query), cache.findTotal(query)]
  return { cache, read }
}

it('returns cached entries for the same list and page only', () => {
  const { cache, read } = fillCache()
  expect(read()).toEqual(['1', '2', page, 2])
  expect(cache.findPage({ ...query, page: { number: 2, size: 2 } })).toBeUndefined()
  expect(cache.findPage({ ...query, order: 'newest' })).toBeUndefined()
  const other = { parent: 'Harbor/1/' }
  expect([
    cache.findRow({ ...boat('1'), ...other }),
    cache.findPage({ ...query, ...other }),
    cache.findTotal({ ...query, ...other }),
  ]).toEqual([undefined, undefined, undefined])
})

it('replaces cached rows on writes, drops the page of their list, and updates the total', () => {
  const { cache, read } = fillCache()
  cache.put(boat('1', { name: 'Tern' }), false)
  expect([read(), cache.findRow(boat('1'))?.text]).toEqual([['1', '2', undefined, 2], '{"id":"1","name":"Tern"}'])
  cache.put(boat('3'), true)
  expect(cache.findRow(boat('3'))).toBeUndefined()
  cache.put(boat('1', { name: 'x'.repeat(200_000) }), false)
  cache.delete(boat('2'))
  expect(read()).toEqual([undefined, undefined, undefined, 2])
})

it('caches no entry above the length limit, and never exceeds the total limit', () => {
  const cache = new ListCache()
  cache.addRow(boat('long', { name: 'x'.repeat(200_000) }))
  expect(cache.findRow(boat('long'))).toBeUndefined()
  for (let n = 0; n < 200; n += 1) cache.addRow(boat(String(n), { name: 'x'.repeat(100_000) }))
  expect([cache.findRow(boat('0')), cache.findRow(boat('199'))?.id]).toEqual([undefined, '199'])
})
