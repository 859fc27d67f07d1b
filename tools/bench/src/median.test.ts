import { expect, test } from 'vitest'
import { median } from './median.ts'

test.each([
  { values: [3], want: 3 },
  { values: [9, 1, 5], want: 5 },
  { values: [4, 1, 3, 2], want: 2.5 },
  { values: [100, 2, 10], want: 10 },
  { values: [1, 1, 1000], want: 1 },
])('returns $want as the median of $values', ({ values, want }) => {
  const before = [...values]
  expect(median(values)).toBe(want)
  expect(values).toEqual(before)
})

test('throws without values', () => {
  expect(() => median([])).toThrow('no values')
})
