import { expect, it } from 'vitest'
import { boat } from '../../test/make-boat.ts'
import { openStore } from './sqlite-store.ts'
import { listIds } from './list-ids.ts'

it('has each object on one page, in order, from whichever end the page is found', () => {
  const store = openStore()
  const ids = Array.from({ length: 23 }, (_, n) => String(n))
  for (const id of ids) store.put(boat(id, { isOdd: Number(id) % 2 === 1 }))
  const odd = [{ field: 'isOdd', equals: true }]
  const read = (order: 'oldest' | 'newest', size: number, where: typeof odd) =>
    Array.from({ length: Math.ceil(23 / size) + 1 }, (_, n) => {
      const { texts } = store.list({ kind: 'Boat', order, where, page: { number: n + 1, size } })
      return (JSON.parse(`[${texts}]`) as { id: string }[]).map(({ id }) => id)
    }).flat()
  for (const size of [1, 4, 7, 23, 50]) {
    expect(read('oldest', size, [])).toEqual(ids)
    expect(read('newest', size, [])).toEqual(ids.toReversed())
    expect(read('newest', size, odd)).toEqual(ids.filter((id) => Number(id) % 2 === 1).toReversed())
  }
})

it('lists ids alone, in both orders, of all and of some', () => {
  const store = openStore()
  for (const id of ['3', '1', '"2"']) store.put(boat(id, { isOdd: id !== '"2"' }))
  store.put({ kind: 'Buoy', id: '4', text: 'null' })
  const odd = [{ field: 'isOdd', equals: true }]
  expect(listIds(store, { kind: 'Boat' })).toEqual(['3', '1', '"2"'])
  expect(listIds(store, { kind: 'Boat', order: 'newest' })).toEqual(['"2"', '1', '3'])
  expect(listIds(store, { kind: 'Boat', where: odd, order: 'newest' })).toEqual(['1', '3'])
  expect(listIds(store, { kind: 'Boat', parent: 'Harbor/1/' })).toEqual([])
})

it('has each object on one page of a long list, whatever was stored and deleted meanwhile', () => {
  const store = openStore()
  const put = (from: number, to: number) =>
    store.transaction(() => {
      for (let n = from; n < to; n += 1) {
        store.put(boat(String(n)))
        // Others between them, as in a real state.
        if (n % 3 === 0) store.put({ kind: 'Buoy', id: String(n), text: 'null' })
      }
    })
  const kept: number[] = []
  const remove = (gone: (n: number) => boolean) =>
    store.transaction(() => {
      for (const n of kept.filter(gone)) for (const kind of ['Boat', 'Buoy']) store.delete({ kind, id: String(n) })
      kept.splice(0, kept.length, ...kept.filter((n) => !gone(n)))
    })
  const check = () => {
    for (const order of ['oldest', 'newest'] as const) {
      const all = order === 'oldest' ? kept : kept.toReversed()
      for (let number = 1; number <= Math.ceil(all.length / 200); number += 7) {
        const { texts, total } = store.list({ kind: 'Boat', order, page: { number, size: 200 } })
        expect(total).toBe(all.length)
        expect((JSON.parse(`[${texts}]`) as { id: string }[]).map(({ id }) => Number(id))).toEqual(
          all.slice((number - 1) * 200, number * 200),
        )
      }
    }
  }
  const add = (from: number, to: number) => {
    put(from, to)
    for (let n = from; n < to; n += 1) kept.push(n)
  }
  add(0, 30_000)
  check()
  remove((n) => n % 5 === 0 || (n > 9000 && n < 11_000))
  check()
  // The greatest numbers of rows are given out again.
  remove((n) => n > 20_000)
  add(30_000, 45_000)
  check()
  expect(() =>
    store.transaction(() => {
      store.delete({ kind: 'Boat', id: '1' })
      throw new Error('no')
    }),
  ).toThrow('no')
  check()
})

it('lists pages in either order, filtered by fields', () => {
  const store = openStore()
  for (const n of [1, 2, 3, 4]) store.put(boat(String(n), { name: `Tern ${n % 2}`, region: { slug: 'nyc3' }, tags: n > 2 ? ['Prod'] : [] }))
  expect(store.list({ kind: 'Boat', order: 'newest', page: { number: 1, size: 1 } })).toEqual({
    texts: boat('4', { name: 'Tern 0', region: { slug: 'nyc3' }, tags: ['Prod'] }).text,
    total: 4,
  })
  expect(store.count({ kind: 'Boat', where: [{ field: 'tags[]', equals: 'prod', fold: true }] })).toBe(2)
  expect(store.count({ kind: 'Boat', where: [{ field: 'tags[]', equals: 'prod' }] })).toBe(0)
  expect(
    store.list({
      kind: 'Boat',
      where: [
        { field: 'region.slug', equals: 'nyc3' },
        { field: 'name', equals: 'Tern 1' },
      ],
    }).total,
  ).toBe(2)
  expect(() => store.list({ kind: 'Boat', where: [{ field: "a') --", equals: 1 }] })).toThrow('is no field')
})
