import { expect, it } from 'vitest'
import { shareUnchanged } from './share-unchanged.ts'

const read = () => ({ paths: { '/a': { get: { tags: ['a'] } }, '/b': { get: { tags: ['b', 'c'] } } }, info: { title: 'A' } })

it('is what was there before when nothing is other', () => {
  const before = read()
  expect(shareUnchanged(before, read())).toBe(before)
})

it('takes over what is the same beside what is other', () => {
  const before = read()
  const after = read()
  after.paths['/b'].get.tags[1] = 'd'
  const shared = shareUnchanged(before, structuredClone(after))
  expect(shared).toEqual(after)
  expect([shared.paths['/a'] === before.paths['/a'], shared.info === before.info, shared.paths['/b'] === before.paths['/b']]).toEqual([
    true,
    true,
    false,
  ])
})

const changes: readonly { what: string; before: unknown; after: unknown }[] = [
  { what: 'another order of keys', before: { a: 1, b: 2 }, after: { b: 2, a: 1 } },
  { what: 'a key less', before: { a: 1, b: 2 }, after: { a: 1 } },
  { what: 'a key more', before: { a: 1 }, after: { a: 1, b: undefined } },
  { what: 'a shorter list', before: { a: [1, 2] }, after: { a: [1] } },
  { what: 'an object in place of a list', before: { a: [] }, after: { a: {} } },
  { what: 'null in place of an object', before: { a: {} }, after: { a: null } },
  { what: 'a name that every object has', before: {}, after: { constructor: { name: 'x' } } },
]

it.each(changes)('tells $what', ({ before, after }) => {
  const shared = shareUnchanged(before, structuredClone(after))
  expect(JSON.stringify(shared)).toBe(JSON.stringify(after))
  expect(shared).not.toBe(before)
})
