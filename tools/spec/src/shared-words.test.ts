import { expect, test } from 'vitest'
import { findSharedRuns, splitWords } from './shared-words.ts'

const other = 'The quick brown fox jumps over the lazy dog and then sleeps.'

test.each([
  { given: 'A quick brown fox jumps over the lazy dog.', want: ['quick brown fox jumps over the lazy dog'] },
  { given: 'THE QUICK BROWN FOX jumps over, the lazy dog and then goes.', want: ['the quick brown fox jumps over the lazy dog and then'] },
  { given: 'The quick brown fox leaps over the lazy dog and rests.', want: [] },
  { given: 'Short.', want: [] },
])('$given', ({ given, want }) => {
  expect(findSharedRuns([{ place: 'x', text: given }], [other], 8).map(({ words }) => words)).toEqual(want)
})

test('two separate stretches of one text are two findings', () => {
  const text = 'quick brown fox jumps but never over the lazy dog and'
  expect(findSharedRuns([{ place: 'x', text }], [other], 4)).toEqual([
    { place: 'x', words: 'quick brown fox jumps' },
    { place: 'x', words: 'over the lazy dog and' },
  ])
})

test('splitWords keeps identifiers whole', () => {
  expect(splitWords("`per_page` isn't 1.5")).toEqual(['per_page', "isn't", '1.5'])
})
