import { expect, it } from 'vitest'
import { listChanges } from './list-changes.ts'

it.each([
  { given: [{ boat: { id: 1, size: 2 } }, { boat: { id: 1, size: 3 } }], want: ['boat.size: 2 → 3'] },
  {
    given: [
      { boats: [{ id: 1, name: 'a' }] },
      {
        boats: [
          { id: 2, name: 'b' },
          { id: 1, name: 'a' },
        ],
      },
    ],
    want: ['+ boats[2]'],
  },
  { given: [{ boats: [{ id: 1, name: 'a' }] }, { boats: [] }], want: ['− boats[1]', '+ boats: []'] },
  { given: [{ boat: { id: 1, at: { x: 1 } } }, {}], want: ['− boat'] },
  { given: [{ tags: ['a'] }, { tags: ['a', 'b'] }], want: ['tags: ["a"] → ["a","b"]'] },
  { given: [{ boat: { crew: null } }, { boat: { crew: { id: 7 } } }], want: ['− boat.crew: null', '+ boat.crew.id: 7'] },
  { given: [{ a: 1 }, { a: 1 }], want: [] },
])('lists $want', ({ given: [before, after], want }) => {
  expect(listChanges(before, after)).toEqual(want)
})
