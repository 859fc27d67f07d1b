import { expect, it } from 'vitest'
import { toTimestamp } from './timestamp.ts'
import { openStore } from './sqlite-store.ts'

it.each([
  { input: 1000 / 3, expected: 333 },
  { input: 0.5, expected: 1 },
  { input: 1100.0000000000002, expected: 1100 },
  { input: 1e300, expected: Number.MAX_SAFE_INTEGER },
])('rounds $input ms to $expected', ({ input, expected }) => {
  expect(toTimestamp(input)).toBe(expected)
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
