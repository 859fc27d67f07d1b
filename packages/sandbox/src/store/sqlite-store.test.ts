import { expect, it } from 'vitest'
import { boat } from '../../test/make-boat.ts'
import { createMemoryCopy } from './copy.ts'
import { openStore } from './sqlite-store.ts'
import { under, UniqueError } from './store.ts'

it('undoes a transaction whole, totals and due work too', () => {
  const store = openStore()
  store.put(boat('1'))
  expect(store.count({ kind: 'Boat' })).toBe(1)
  const work = () =>
    store.transaction(() => {
      store.put(boat('2'))
      store.schedule({ at: 5, name: 'x', payload: '1' })
      throw new Error('no')
    })
  expect(work).toThrow('no')
  expect(store.count({ kind: 'Boat' })).toBe(1)
  expect(store.nextJobTime()).toBe(Infinity)
})

it('refuses a second object of the same unique fields, and knows it by them', () => {
  const store = openStore()
  store.put({ ...boat('1'), unique: 'Tern' })
  store.put({ ...boat('1', { n: 2 }), unique: 'Tern' })
  expect(() => store.put({ ...boat('2'), unique: 'Tern' })).toThrow(UniqueError)
  expect(store.find({ kind: 'Boat', unique: 'Tern' })).toMatchObject({ id: '1', text: '{"id":"1","n":2}' })
})

it('deletes what lives under an object, and nothing beside it', () => {
  const store = openStore()
  store.put(boat('1'))
  store.put(boat('10'))
  for (const id of ['1', '10']) store.put({ kind: 'Sail', id: 'main', parent: under(boat(id)), text: '{}' })
  store.put({ kind: 'Reef', id: 'r', parent: under({ kind: 'Sail', id: 'main', parent: under(boat('1')) }), text: '{}' })
  expect(store.delete(boat('1'))).toBe(true)
  expect(store.delete(boat('1'))).toBe(false)
  expect(store.count({ kind: 'Sail', parent: under(boat('1')) })).toBe(0)
  expect(store.count({ kind: 'Reef', parent: under({ kind: 'Sail', id: 'main', parent: under(boat('1')) }) })).toBe(0)
  expect(store.count({ kind: 'Sail', parent: under(boat('10')) })).toBe(1)
})

it('hands out due work in order of time, then of noting', () => {
  const store = openStore()
  for (const [at, payload] of [
    [20, 'c'],
    [10, 'a'],
    [10, 'b'],
  ] as const)
    store.schedule({ at, name: 'x', payload })
  expect(store.claimNextJob(9)).toBeUndefined()
  expect([
    store.claimNextJob(20)?.payload,
    store.claimNextJob(20)?.payload,
    store.claimNextJob(20)?.payload,
    store.claimNextJob(20),
  ]).toEqual(['a', 'b', 'c', undefined])
})

it('goes back to a copy', () => {
  const store = openStore()
  store.put(boat('1'))
  const copy = createMemoryCopy()
  store.snapshot(copy.file)
  store.put(boat('2'))
  store.restore(copy)
  expect(store.count({ kind: 'Boat' })).toBe(1)
  copy.close()
})
