import { expect, it } from 'vitest'
import { boat } from '../../test/boat.ts'
import { createMemorySnapshot } from './snapshot.ts'
import { openStore } from './sqlite-store.ts'
import { childPath, UniqueError } from './store.ts'

it('rolls back rows, totals and jobs of a failed transaction', () => {
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

it('finds an object by its unique value and rejects a duplicate', () => {
  const store = openStore()
  store.put({ ...boat('1'), unique: 'Tern' })
  store.put({ ...boat('1', { n: 2 }), unique: 'Tern' })
  expect(() => store.put({ ...boat('2'), unique: 'Tern' })).toThrow(UniqueError)
  expect(store.find({ kind: 'Boat', unique: 'Tern' })).toMatchObject({ id: '1', text: '{"id":"1","n":2}' })
})

it('deletes the children of an object and nothing else', () => {
  const store = openStore()
  store.put(boat('1'))
  store.put(boat('10'))
  for (const id of ['1', '10']) store.put({ kind: 'Sail', id: 'main', parent: childPath(boat(id)), text: '{}' })
  store.put({ kind: 'Reef', id: 'r', parent: childPath({ kind: 'Sail', id: 'main', parent: childPath(boat('1')) }), text: '{}' })
  expect(store.delete(boat('1'))).toBe(true)
  expect(store.delete(boat('1'))).toBe(false)
  expect(store.count({ kind: 'Sail', parent: childPath(boat('1')) })).toBe(0)
  expect(store.count({ kind: 'Reef', parent: childPath({ kind: 'Sail', id: 'main', parent: childPath(boat('1')) }) })).toBe(0)
  expect(store.count({ kind: 'Sail', parent: childPath(boat('10')) })).toBe(1)
})

it('claims jobs in order of time, then of scheduling', () => {
  const store = openStore()
  for (const [payload, at] of Object.entries({ c: 20, a: 10, b: 10 })) store.schedule({ at, name: 'x', payload })
  expect(store.claimNextJob(9)).toBeUndefined()
  expect([20, 20, 20, 20].map((now) => store.claimNextJob(now)?.payload)).toEqual(['a', 'b', 'c', undefined])
})

it('restores a snapshot', () => {
  const store = openStore()
  store.put(boat('1'))
  const copy = createMemorySnapshot()
  store.snapshot(copy.file)
  store.put(boat('2'))
  store.restore(copy)
  expect(store.count({ kind: 'Boat' })).toBe(1)
  copy.close()
})
