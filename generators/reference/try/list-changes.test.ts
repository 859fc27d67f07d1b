import { expect, it } from 'vitest'
import { listChanges } from './list-changes.ts'

it.each([
  { input: [{ boat: { id: 1, size: 2 } }, { boat: { id: 1, size: 3 } }], expected: ['boat.size: 2 → 3'] },
  {
    input: [
      { boats: [{ id: 1, name: 'a' }] },
      {
        boats: [
          { id: 2, name: 'b' },
          { id: 1, name: 'a' },
        ],
      },
    ],
    expected: ['+ boats[2]'],
  },
  { input: [{ boats: [{ id: 1, name: 'a' }] }, { boats: [] }], expected: ['− boats[1]', '+ boats: []'] },
  { input: [{ boat: { id: 1, at: { x: 1 } } }, {}], expected: ['− boat'] },
  { input: [{ tags: ['a'] }, { tags: ['a', 'b'] }], expected: ['tags: ["a"] → ["a","b"]'] },
  { input: [{ boat: { crew: null } }, { boat: { crew: { id: 7 } } }], expected: ['− boat.crew: null', '+ boat.crew.id: 7'] },
  { input: [{ a: 1 }, { a: 1 }], expected: [] },
])('lists $expected', ({ input: [before, after], expected }) => {
  expect(listChanges(before, after)).toEqual(expected)
})
