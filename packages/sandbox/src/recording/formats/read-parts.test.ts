import { expect, it } from 'vitest'
import { readTime } from './read-parts.ts'

const at = Date.UTC(2026, 2, 2, 9)
it.each([
  { stated: '2026-03-02T10:00:00.000+01:00', date: undefined, want: { at } },
  { stated: 'Mon, 02 Mar 2026 09:00:00 GMT', date: undefined, want: { at } },
  { stated: undefined, date: 'Mon, 02 Mar 2026 09:00:00 GMT', want: { at } },
  // What JavaScript makes a moment of, and nobody wrote as one.
  { stated: '2026-02-31T09:00:00Z', date: 'Mon, 02 Mar 2026 09:00:00 GMT', want: { at } },
  { stated: 'Tue, 02 Mar 2026 09:00:00 GMT', date: undefined, want: {} },
  { stated: '5', date: 'Mon, 31 Feb 2026 09:00:00 GMT', want: {} },
])('$stated beside $date', ({ stated, date, want }) => {
  expect(readTime(stated, date === undefined ? {} : { date })).toEqual(want)
})
