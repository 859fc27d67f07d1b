import { expect, test } from 'vitest'
import { median } from './median.ts'

test.each([
  { values: [3], expected: 3 },
  { values: [9, 1, 5], expected: 5 },
  { values: [4, 1, 3, 2], expected: 2.5 },
  { values: [100, 2, 10], expected: 10 },
  { values: [1, 1, 1000], expected: 1 },
])('returns $expected as the median of $values', ({ values, expected }) => {
  const before = [...values]
  expect(median(values)).toBe(expected)
  expect(values).toEqual(before)
})

test('throws without values', () => {
  expect(() => median([])).toThrow('no values')
})
