import { expect, test } from 'vitest'
import { createRow } from './row.ts'

const figure = { subject: 'cold', value: 30, unit: 's' } as const

test.each([
  { figures: { atMost: 60 }, expected: { target: '≤ 60 s', met: true } },
  { figures: { atMost: 29.9 }, expected: { target: '≤ 29.9 s', met: false } },
  { figures: { atLeast: 31 }, expected: { target: '≥ 31 s', met: false } },
  { figures: { against: 20, atMostTimes: 1.5 }, expected: { ratio: 1.5, target: '≤ 1.5 ×', met: true } },
  { figures: { against: 20, atMostTimes: 1.49 }, expected: { ratio: 1.5, target: '≤ 1.49 ×', met: false } },
  { figures: { against: 20, atMost: 10, atMostTimes: 2 }, expected: { ratio: 1.5, target: '≤ 10 s, ≤ 2 ×', met: false } },
  { figures: { against: 40, atLeastTimes: 0.75 }, expected: { ratio: 0.75, target: '≥ 0.75 ×', met: true } },
  { figures: { against: 40, atLeastTimes: 0.76 }, expected: { ratio: 0.75, target: '≥ 0.76 ×', met: false } },
  { figures: { against: 60 }, expected: { ratio: 0.5 } },
  { figures: {}, expected: {} },
])('compares with the target: $figures → $expected', ({ figures, expected }) => {
  expect(createRow({ ...figure, ...figures })).toEqual({ ...figure, ...expected })
})

test('compares with the target before it rounds', () => {
  expect(createRow({ ...figure, value: 1.1501, against: 1, atMostTimes: 1.15 })).toMatchObject({ ratio: 1.15, met: false })
})

test('rounds times to three digits, and keeps whole numbers', () => {
  expect(createRow({ ...figure, value: 1234.5678 }).value).toBe(1230)
  expect(createRow({ ...figure, value: 69_127 }).value).toBe(69_127)
})

test('throws for a relative target without a positive value to compare with', () => {
  expect(() => createRow({ ...figure, atMostTimes: 2 })).toThrow('no value to compare it with')
  expect(() => createRow({ ...figure, against: 0 })).toThrow('a ratio to 0')
})
