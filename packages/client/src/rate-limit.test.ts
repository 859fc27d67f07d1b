import { expect, test } from 'vitest'
import { findRateLimit } from './rate-limit.ts'

const all = { 'ratelimit-limit': '5000', 'ratelimit-remaining': '4816', 'ratelimit-reset': '1444931833' }

test('parses the three headers, the reset as a date', () => {
  expect(findRateLimit(new Headers(all))).toEqual({ limit: 5000, remaining: 4816, resetAt: new Date('2015-10-15T17:57:13Z') })
})

test('parses 0 remaining requests', () => {
  expect(findRateLimit(new Headers({ ...all, 'ratelimit-remaining': '0' }))?.remaining).toBe(0)
})

test.each([
  { why: 'there are none', input: {} },
  { why: 'one is missing', input: { 'ratelimit-limit': '5000', 'ratelimit-remaining': '4816' } },
  { why: 'one is empty', input: { ...all, 'ratelimit-reset': '' } },
  { why: 'one is not a number', input: { ...all, 'ratelimit-remaining': 'plenty' } },
])('undefined when $why', ({ input }) => {
  expect(findRateLimit(new Headers(input))).toBeUndefined()
})
