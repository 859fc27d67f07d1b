import { expect, it } from 'vitest'
import { parseDay, parseInstant } from './parse-instant.ts'

it.each([
  { input: '2026-03-02T09:00:00Z', expected: Date.UTC(2026, 2, 2, 9) },
  { input: '2026-03-02T09:00+02:00', expected: Date.UTC(2026, 2, 2, 7) },
  { input: '2026-03-02T09:00:00.25Z', expected: Date.UTC(2026, 2, 2, 9, 0, 0, 250) },
  { input: '2028-02-29T00:00:00Z', expected: Date.UTC(2028, 1, 29) },
  { input: '2026-02-29T00:00:00Z', expected: Number.NaN },
  { input: '2026-02-31T09:00:00Z', expected: Number.NaN },
  { input: '2026-04-31T09:00:00Z', expected: Number.NaN },
  { input: '2026-13-01T09:00:00Z', expected: Number.NaN },
  { input: '2026-03-02T24:00:00Z', expected: Number.NaN },
  { input: '2026-03-02T09:60:00Z', expected: Number.NaN },
  { input: '2026-03-02T09:00:00+24:00', expected: Number.NaN },
  { input: '2026-03-02', expected: Number.NaN },
  { input: '5', expected: Number.NaN },
  { input: '', expected: Number.NaN },
])('the instant "$input" is $expected', ({ input, expected }) => {
  expect(parseInstant(input)).toBe(expected)
})

it.each([
  { input: '2026-03-02', expected: Date.UTC(2026, 2, 2) },
  { input: '2026-02-31', expected: Number.NaN },
  { input: '2026-3-2', expected: Number.NaN },
])('the day "$input" is $expected', ({ input, expected }) => {
  expect(parseDay(input)).toBe(expected)
})
