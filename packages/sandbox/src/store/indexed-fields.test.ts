import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { boat } from '../../test/boat.ts'
import { getIndexName } from './indexed-fields.ts'
import { openStore } from './sqlite-store.ts'
import { type Condition, type ListQuery, type Store, childPath } from './store.ts'
import { formatConditions } from './format-conditions.ts'
import { listIds } from './list-ids.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spindrift-store-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('finds the actions of an object by an index', () => {
  const file = join(folder, 'state.db')
  openStore(file).close()
  const { sql } = formatConditions([{ field: 'about', equals: 'Boat/1', hidden: true }])
  const database = new DatabaseSync(file)
  const [plan] = database.prepare(`EXPLAIN QUERY PLAN SELECT text FROM rows WHERE kind = ? AND parent = ?${sql} ORDER BY seq`).all()
  database.close()
  expect(plan?.['detail']).toMatch(/^SEARCH rows USING INDEX rows_by_about/)
})

it('finds objects by tag after every kind of change, restore and clear', () => {
  const file = join(folder, 'state.db')
  const indexed = ['Boat', 'Buoy'].map((kind) => ({ kind, field: 'tags[]' }))
  const store = openStore(file, { indexed })
  store.put(boat('1', { tags: ['Red', 'red'] }))
  store.put({ kind: 'Buoy', id: '1', text: '{"tags":["red"]}' })
  const red = { kind: 'Boat', where: [{ field: 'tags[]', equals: 'RED', ignoreCase: true }] }
  const find = (query: ListQuery = red) => {
    const ids = listIds(store, query)
    const { total } = store.list({ ...query, order: 'newest', page: { number: 1, size: 1 } })
    expect([store.count(query), total]).toEqual([ids.length, ids.length])
    return ids
  }
  expect(find()).toEqual(['1'])
  for (const [id, tags] of Object.entries({ 2: ['blue', 'RED'], 3: [], 4: ['red'] })) store.put(boat(id, { tags, isOdd: id === '4' }))
  store.put({ ...boat('5', { tags: ['red'] }), parent: childPath(boat('4')) })
  expect(find()).toEqual(['1', '2', '4'])
  expect(find({ ...red, where: [{ field: 'isOdd', equals: true }, ...red.where] })).toEqual(['4'])
  const copy = join(folder, 'copy.db')
  store.snapshot(copy)
  store.put(boat('1', { tags: ['blue'] }))
  store.put(boat('3', { tags: ['red'] }))
  store.delete(boat('4'))
  expect(find()).toEqual(['2', '3'])
  expect(find({ ...red, parent: childPath(boat('4')) })).toEqual([])
  store.restore({ file: copy })
  expect(find()).toEqual(['1', '2', '4'])
  expect(find({ ...red, parent: childPath(boat('4')) })).toEqual(['5'])
  store.clear()
  expect(find()).toEqual([])
  // The numbers of rows are far apart now, so that whole tables are replaced.
  store.restore({ file: copy })
  expect(find()).toEqual(['1', '2', '4'])
  store.put(boat('1', { tags: ['blue'] }))
  expect(find()).toEqual(['2', '4'])
  store.close()
})

it('finds the same objects with and without an index, after writes and changes of the indexed fields', () => {
  const file = join(folder, 'state.db')
  const asked: readonly Condition[] = [
    { field: 'owner', equals: 'ann' },
    { field: 'owner', equals: 'ANN', ignoreCase: true },
    { field: 'owner', equals: 7 },
    { field: 'owner', equals: '7' },
    { field: 'berths[]', equals: 'a' },
    { field: 'berths[]', equals: 'a', ignoreCase: true },
    { field: 'crew.cook', equals: 'ann', hidden: true },
    { field: 'log.days[].port', equals: 'Mystic' },
    { field: 'flag', equals: '' },
  ]
  const fields = asked.map(({ field, hidden }) => ({ kind: 'Boat', field, ...(hidden && { hidden }) }))
  const find = (store: Store) =>
    asked.map((condition) => {
      const query = { kind: 'Boat', where: [condition, { field: 'isSold', equals: false }] }
      expect(store.count(query)).toBe(listIds(store, query).length)
      return [store.count({ kind: 'Boat', where: [condition] }), listIds(store, query)]
    })
  const change = (store: Store) => {
    const put = (id: string, more: object, cook?: string) => store.put({ ...boat(id, more), hidden: JSON.stringify({ crew: { cook } }) })
    put('1', { owner: 'ann', berths: ['a', 'A'], isSold: false }, 'ann')
    put('2', { owner: 'Ann', berths: ['A'], isSold: false })
    put('3', { flag: '', owner: 7, berths: [], log: { days: [{ port: null }, { port: 'Mystic' }, {}] }, isSold: false }, 'ann')
    put('4', { owner: 'ann', berths: ['b'], isSold: true }, 'ann')
    put('5', { owner: 'bob', isSold: false }, 'bob')
    put('5', { owner: '7', berths: ['a'], isSold: false }, 'ann')
    put('6', { owner: 'ann', isSold: false })
    store.delete({ kind: 'Boat', id: '6' })
  }
  const plain = openStore()
  change(plain)
  const expected = find(plain)
  expect(expected.map(([count]) => count)).toEqual([2, 3, 1, 1, 2, 3, 4, 1, 1])
  const unique = [...new Map(fields.map((each) => [getIndexName(each), each])).values()]
  for (const indexed of [unique, unique.slice(1), [], unique.slice(0, 1)]) {
    const store = openStore(file, { indexed })
    change(store)
    expect(find(store)).toEqual(expected)
    store.close()
  }
  const store = openStore(file, { indexed: unique })
  expect(find(store)).toEqual(expected)
  store.close()
  const database = new DatabaseSync(file)
  const plan = (conditions: readonly Condition[]) => {
    const { table, from, sql, values } = formatConditions(conditions, (name) => unique.some((each) => getIndexName(each) === name))
    const found = `SELECT text FROM ${from} WHERE ${table}.kind = ? AND ${table}.parent = ?${sql} ORDER BY seq`
    return database
      .prepare(`EXPLAIN QUERY PLAN ${found}`)
      .all('Boat', '', ...values)
      .map(({ detail }) => String(detail))
  }
  for (const condition of asked.filter(({ equals }) => equals !== '')) expect(plan([condition])[0]).toMatch(/^SEARCH fields .*value=/)
  database.close()
})

it('finds objects by boolean values', () => {
  const store = openStore(undefined, { indexed: [{ kind: 'Boat', field: 'isSold' }] })
  for (const [id, isSold] of Object.entries({ 1: false, 2: true, 3: false })) store.put(boat(id, { isSold }))
  const find = (isSold: boolean) => listIds(store, { kind: 'Boat', where: [{ field: 'isSold', equals: isSold }] })
  expect([find(true), find(false)]).toEqual([['2'], ['1', '3']])
  store.put(boat('2', { isSold: false }))
  store.put(boat('3', { isSold: true }))
  expect([find(true), find(false)]).toEqual([['3'], ['1', '2']])
})
