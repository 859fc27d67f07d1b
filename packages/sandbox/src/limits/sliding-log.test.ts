import { expect, it } from 'vitest'
import { SlidingLog } from './sliding-log.ts'

it('keeps all entries when the ring wraps around and then grows', () => {
  const log = new SlidingLog(100, 60)
  for (let n = 0; n < 10; n += 1) log.count(0)
  // The first ten have expired when the next arrive, which exceed the initial capacity.
  expect(log.countRemaining(60_000)).toBe(100)
  for (let n = 0; n < 80; n += 1) log.count(60_000 + n)
  const now = 60_100
  expect(log.countRemaining(now)).toBe(20)
  expect(Array.from({ length: 80 }, (_each, n) => log.findTimeFor(now, 21 + n))).toEqual(
    Array.from({ length: 80 }, (_each, n) => 120_000 + n),
  )
})
