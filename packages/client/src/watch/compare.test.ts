import { expect, test } from 'vitest'
import { compare, type Fields, listGone } from './compare.ts'

/** What is told of one item that was so and is so now. */
function change(before: Fields, after: Fields): unknown[] {
  const told = [...compare(new Map([[1, before]]), new Map([[1, after]]))]
  expect(told.every(({ kind }) => kind === 'changed')).toBe(true)
  return told.flatMap(({ changes }) => changes)
}

test.each([
  {
    what: 'the same',
    before: { id: 1, tags: ['a'], region: { slug: 'nyc3' } },
    after: { id: 1, tags: ['a'], region: { slug: 'nyc3' } },
    want: [],
  },
  {
    what: 'a field',
    before: { status: 'new', id: 1 },
    after: { status: 'active', id: 1 },
    want: [{ field: 'status', from: 'new', to: 'active' }],
  },
  {
    what: 'a field of an object in an object, by its path',
    before: { region: { slug: 'nyc3', limits: { most: 1, least: 0 } } },
    after: { region: { slug: 'nyc3', limits: { most: 2, least: 0 } } },
    want: [{ field: 'region.limits.most', from: 1, to: 2 }],
  },
  {
    what: 'an array, as one value',
    before: { tags: ['a', 'b'] },
    after: { tags: ['a', 'c'] },
    want: [{ field: 'tags', from: ['a', 'b'], to: ['a', 'c'] }],
  },
  { what: 'an array that was an object', before: { on: { a: 1 } }, after: { on: [1] }, want: [{ field: 'on', from: { a: 1 }, to: [1] }] },
  { what: 'an object that was null', before: { on: null }, after: { on: { a: 1 } }, want: [{ field: 'on', from: null, to: { a: 1 } }] },
  { what: 'an object that is null', before: { on: { a: 1 } }, after: { on: null }, want: [{ field: 'on', from: { a: 1 }, to: null }] },
  { what: 'a text that was an object', before: { on: { a: 1 } }, after: { on: 'a' }, want: [{ field: 'on', from: { a: 1 }, to: 'a' }] },
  { what: 'a field that came', before: {}, after: { kernel: 7 }, want: [{ field: 'kernel', from: undefined, to: 7 }] },
  { what: 'a field that went', before: { kernel: 7 }, after: {}, want: [{ field: 'kernel', from: 7, to: undefined }] },
])('$what', ({ before, after, want }) => {
  expect(change(before, after)).toEqual(want)
})

const [one, two, three] = [{ id: 1 }, { id: 2 }, { id: 3 }]

test('what was made and what is gone come without changes', () => {
  const [known, seen] = [
    new Map([
      [1, one],
      [2, two],
    ]),
    new Map([
      [3, three],
      [2, two],
    ]),
  ]
  expect([...compare(known, seen)]).toEqual([{ kind: 'made', before: undefined, after: three, changes: [] }])
  expect([...listGone(known, seen)]).toEqual([{ kind: 'gone', before: one, after: undefined, changes: [] }])
})
