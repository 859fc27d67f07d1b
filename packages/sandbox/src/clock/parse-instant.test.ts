import { expect, it } from 'vitest'
import { parseDay, parseInstant } from './parse-instant.ts'

it.each([
  { given: '2026-03-02T09:00:00Z', want: Date.UTC(2026, 2, 2, 9) },
  { given: '2026-03-02T09:00+02:00', want: Date.UTC(2026, 2, 2, 7) },
  { given: '2026-03-02T09:00:00.25Z', want: Date.UTC(2026, 2, 2, 9, 0, 0, 250) },
  { given: '2028-02-29T00:00:00Z', want: Date.UTC(2028, 1, 29) },
  { given: '2026-02-29T00:00:00Z', want: Number.NaN },
  { given: '2026-02-31T09:00:00Z', want: Number.NaN },
  { given: '2026-04-31T09:00:00Z', want: Number.NaN },
  { given: '2026-13-01T09:00:00Z', want: Number.NaN },
  { given: '2026-03-02T24:00:00Z', want: Number.NaN },
  { given: '2026-03-02T09:60:00Z', want: Number.NaN },
  { given: '2026-03-02T09:00:00+24:00', want: Number.NaN },
  { given: '2026-03-02', want: Number.NaN },
  { given: '5', want: Number.NaN },
  { given: '', want: Number.NaN },
])('the instant "$given" is $want', ({ given, want }) => {
  expect(parseInstant(given)).toBe(want)
})

it.each([
  { given: '2026-03-02', want: Date.UTC(2026, 2, 2) },
  { given: '2026-02-31', want: Number.NaN },
  { given: '2026-3-2', want: Number.NaN },
])('the day "$given" is $want', ({ given, want }) => {
  expect(parseDay(given)).toBe(want)
})
