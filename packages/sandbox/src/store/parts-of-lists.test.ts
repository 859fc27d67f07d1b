/** What is read of lists without reading all of them. */
import { expect, it } from 'vitest'
import type { IndexedField } from './indexed-fields.ts'
import { openStore } from './sqlite-store.ts'
import { listIds } from './list-ids.ts'

function openHarbor(indexed: readonly IndexedField[] = []) {
  const store = openStore(':memory:', { indexed })
  const names = ['Tern', 'Auk', 'Gull', 'auk', 'Tern', 'Dunlin']
  for (const [number, name] of names.entries())
    store.put({
      kind: 'Boat',
      id: String(number),
      text: JSON.stringify({ id: number, name, berth: number % 3 }),
      hidden: JSON.stringify({ keel: number }),
    })
  const read = (texts: string) => (JSON.parse(`[${texts}]`) as { readonly id: number }[]).map(({ id }) => id)
  return { store, read }
}

it.each([
  { given: 'which is indexed', indexed: [{ kind: 'Boat', field: 'name' }] },
  { given: 'which is not', indexed: [] },
])('a page of those in the order of their names, $given, of the same names the oldest first', ({ indexed }) => {
  const { store, read } = openHarbor(indexed)
  const ask = (page?: { readonly number: number; readonly size: number }, berth?: number) => {
    const where = berth === undefined ? [] : [{ field: 'berth', equals: berth }]
    const { texts, total } = store.list({ kind: 'Boat', by: 'name', where, ...(page && { page }) })
    return { ids: read(texts), total }
  }
  expect(ask()).toEqual({ ids: [1, 5, 2, 0, 4, 3], total: 6 })
  expect(ask({ number: 2, size: 2 })).toEqual({ ids: [2, 0], total: 6 })
  expect(ask({ number: 9, size: 2 })).toEqual({ ids: [], total: 6 })
  expect(ask({ number: 1, size: 5 }, 1)).toEqual({ ids: [1, 4], total: 2 })
  expect(() => store.list({ kind: 'Boat', by: "name') --" })).toThrow('is no field')
})

it('those with one of several values of a field', () => {
  const { store, read } = openHarbor()
  const find = (or: readonly string[], fold = false) =>
    read(store.list({ kind: 'Boat', where: [{ field: 'name', equals: 'Auk', or, fold }] }).texts)
  expect(find([])).toEqual([1])
  expect(find(['Gull', 'Tern'])).toEqual([0, 1, 2, 4])
  expect(find(['GULL'], true)).toEqual([1, 2, 3])
  expect(listIds(store, { kind: 'Boat', where: [{ field: 'keel', equals: 3, or: [5], hidden: true }] })).toEqual(['3', '5'])
})

it('selects ids and hidden values instead of objects', () => {
  const { store } = openHarbor()
  expect(listIds(store, { kind: 'Boat', order: 'newest', page: { number: 2, size: 2 } })).toEqual(['3', '2'])
  store.put({ kind: 'Boat', id: '9', text: '{}' })
  const select = (kind: string) => store.list({ kind, order: 'newest', select: 'hidden' }).texts
  expect([select('Boat'), select('Oar')]).toEqual(['{},{"keel":5},{"keel":4},{"keel":3},{"keel":2},{"keel":1},{"keel":0}', ''])
})
