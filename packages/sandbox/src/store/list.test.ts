import { expect, it } from 'vitest'
import { boat } from '../../test/boat.ts'
import type { IndexedField } from './indexed-fields.ts'
import { listIds } from './list-ids.ts'
import { openStore } from './sqlite-store.ts'
import type { ListQuery } from './store.ts'

function openHarbor(indexed: readonly IndexedField[] = []) {
  const store = openStore(':memory:', { indexed })
  for (const [id, name] of ['Tern', 'Auk', 'Gull', 'auk', 'Tern', 'Dunlin'].entries())
    store.put({ ...boat(String(id), { name, berth: id % 3 }), hidden: JSON.stringify({ keel: id }) })
  const list = (query: Omit<ListQuery, 'kind'> = {}) => {
    const { texts, total } = store.list({ kind: 'Boat', ...query })
    return { ids: (JSON.parse(`[${texts}]`) as { readonly id: string }[]).map(({ id }) => id).join(''), total }
  }
  return { store, list }
}

it('lists every object on one page, in order, after inserts, deletes and a rollback', () => {
  const { store, list } = openHarbor()
  const where = [{ field: 'berth', equals: 1 }]
  const getPages = (query: Omit<ListQuery, 'kind'>, size: number) =>
    Array.from({ length: 30 }, (_, n) => list({ ...query, page: { number: n + 1, size } }).ids).join('')
  const check = (ids: string, filtered: string) => {
    for (const size of [1, 2, 4, 7, 50]) {
      expect(getPages({}, size)).toBe(ids)
      expect(getPages({ order: 'newest' }, size)).toBe([...ids].toReversed().join(''))
      expect(getPages({ order: 'newest', where }, size)).toBe([...filtered].toReversed().join(''))
    }
    expect(list({ page: { number: 1, size: 1 } }).total).toBe(ids.length)
  }
  check('012345', '14')
  for (const id of ['2', '5']) store.delete(boat(id))
  // SQLite gives the greatest row number again.
  for (const id of ['6', '7']) store.put(boat(id, { berth: 1 }))
  check('013467', '1467')
  const fail = () =>
    store.transaction(() => {
      store.delete(boat('0'))
      throw new Error('no')
    })
  expect(fail).toThrow('no')
  check('013467', '1467')
})

it.each([
  { name: 'an indexed field', indexed: [{ kind: 'Boat', field: 'name' }] },
  { name: 'another field', indexed: [] },
])('sorts by $name, the oldest first among equals', ({ indexed }) => {
  const { store, list } = openHarbor(indexed)
  expect(list({ by: 'name' })).toEqual({ ids: '152043', total: 6 })
  expect(list({ by: 'name', page: { number: 2, size: 2 } })).toEqual({ ids: '20', total: 6 })
  expect(list({ by: 'name', page: { number: 9, size: 2 } })).toEqual({ ids: '', total: 6 })
  expect(list({ by: 'name', page: { number: 1, size: 5 }, where: [{ field: 'berth', equals: 1 }] })).toEqual({ ids: '14', total: 2 })
  expect(() => store.list({ kind: 'Boat', by: "name') --" })).toThrow('is not a field')
})

it('filters by fields, items of arrays, several values and hidden fields', () => {
  const { store, list } = openHarbor()
  const find = (or: readonly string[], fold = false) => list({ where: [{ field: 'name', equals: 'Auk', or, ignoreCase: fold }] }).ids
  expect([find([]), find(['Gull', 'Tern']), find(['GULL'], true)]).toEqual(['1', '0124', '123'])
  expect(list({ where: [{ field: 'keel', equals: 3, or: [5], hidden: true }] }).ids).toBe('35')
  store.put(boat('6', { region: { slug: 'nyc3' }, tags: ['Prod'], name: 'Tern' }))
  expect(
    list({
      where: [
        { field: 'region.slug', equals: 'nyc3' },
        { field: 'name', equals: 'Tern' },
      ],
    }).ids,
  ).toBe('6')
  const count = (fold: boolean) => store.count({ kind: 'Boat', where: [{ field: 'tags[]', equals: 'prod', ignoreCase: fold }] })
  expect([count(true), count(false)]).toEqual([1, 0])
  expect(() => store.list({ kind: 'Boat', where: [{ field: "a') --", equals: 1 }] })).toThrow('is not a field')
})

it('selects ids and hidden values instead of objects', () => {
  const { store } = openHarbor()
  store.put({ kind: 'Boat', id: '"9"', text: '{}' })
  expect(listIds(store, { kind: 'Boat', order: 'newest', page: { number: 1, size: 2 } })).toEqual(['"9"', '5'])
  expect(listIds(store, { kind: 'Boat', where: [{ field: 'berth', equals: 1 }] })).toEqual(['1', '4'])
  const select = (kind: string) => store.list({ kind, order: 'newest', select: 'hidden' }).texts
  expect([select('Boat'), select('Oar')]).toEqual(['{},{"keel":5},{"keel":4},{"keel":3},{"keel":2},{"keel":1},{"keel":0}', ''])
})
