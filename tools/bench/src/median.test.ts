import { expect, test } from 'vitest'
import { median } from './median.ts'

test.each([
  { given: [3], want: 3 },
  { given: [9, 1, 5], want: 5 },
  { given: [4, 1, 3, 2], want: 2.5 },
  { given: [100, 2, 10], want: 10 },
  { given: [1, 1, 1000], want: 1 },
])('of $given is $want', ({ given, want }) => {
  const before = [...given]
  expect(median(given)).toBe(want)
  expect(given).toEqual(before)
})

test('of nothing is an error', () => {
  expect(() => median([])).toThrow('no median of nothing')
})
