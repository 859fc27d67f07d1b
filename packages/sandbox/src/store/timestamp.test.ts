import { expect, it } from 'vitest'
import { toTimestamp } from './timestamp.ts'
import { openStore } from './sqlite-store.ts'

it.each([
  { given: 1000 / 3, want: 333 },
  { given: 0.5, want: 1 },
  { given: 1100.0000000000002, want: 1100 },
  { given: 1e300, want: Number.MAX_SAFE_INTEGER },
])('rounds $given ms to $want', ({ given, want }) => {
  expect(toTimestamp(given)).toBe(want)
})

it('rounds the times of jobs', () => {
  const store = openStore()
  const plan = { name: 'test.due', payload: '{}' }
  store.schedule({ ...plan, at: 1e20 })
  store.schedule({ ...plan, at: 10_000 / 7 })
  expect(store.nextJobTime()).toBe(1429)
  expect(store.claimNextJob(1428)).toBeUndefined()
  expect(store.claimNextJob(1429)).toEqual({ ...plan, at: 1429 })
  expect(store.nextJobTime()).toBe(Number.MAX_SAFE_INTEGER)
})
