import { expect, test } from 'vitest'
import { Limiter } from '../../limits/limiter.ts'
import type { LimitRow } from '../../tables/operation-row.ts'
import { createSharedLimits } from './shared-limits.ts'

const two = { hourly: { limit: 2, seconds: 3600 }, burst: { limit: 250, seconds: 60 } }
const replica = () => createSharedLimits([], new Limiter(two))

test('all replicas that count the same log come to the same verdicts', () => {
  const [one, other] = [replica(), replica()]
  one.want(0, 'token', 1000)
  one.want(1, 'token', 1000)
  other.want(0, 'token', 1001)
  const log = [one.send('a'), other.send('b')]
  for (const sent of log) for (const each of [one, other]) each.replay(JSON.parse(JSON.stringify(sent)))
  const ask = (each: typeof one, request: number) => {
    each.begin(request)
    return each.take('token', 1000).allowed
  }
  expect([ask(one, 0), ask(one, 1), ask(other, 0)]).toEqual([true, true, false])
  expect([one.look('token', 1002).remaining, other.look('token', 1002).remaining]).toEqual([0, 0])
})

test('who is not counted yet is refused for now, and counted before the next run', () => {
  const limits = replica()
  limits.begin(0)
  expect(() => limits.take('token', 1000)).toThrow('Failed to forward')
  expect(limits.isShort()).toBe(true)
  limits.replay(limits.send('a'))
  limits.begin(0)
  expect([limits.isShort(), limits.take('token', 1000).allowed]).toEqual([false, true])
})

test('one that begins from what another has counted comes to its verdicts, the special limits included', () => {
  const row = { name: 'uploads', limit: 3, seconds: 60 } as LimitRow
  const begin = () => createSharedLimits([row], new Limiter(two))
  const [one, other] = [begin(), begin()]
  one.want(0, 'token', 1000, [{ row, weight: 2 }])
  one.want(1, 'gone', 1000)
  one.replay(one.send('a'))
  other.load(one.save())
  expect(other.list('token', 1001)).toEqual(one.list('token', 1001))
  expect(other.list('token', 1001).map(({ left }) => left)).toEqual([1, 249, 1])
})

test('what counts no more is forgotten where all forget it, and only there', () => {
  const limits = replica()
  const ask = (now: number, isLast: boolean) => {
    limits.want(0, `token-${now}`, now)
    limits.replay(limits.send('a'), isLast)
    limits.settle()
    return (JSON.parse(limits.save()) as unknown[]).length
  }
  expect([ask(0, false), ask(3_599_999, true), ask(3_600_000, false), ask(3_600_001, true)]).toEqual([1, 2, 3, 3])
})
