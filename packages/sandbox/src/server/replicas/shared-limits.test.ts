import { expect, test } from 'vitest'
import { Limiter } from '../../limits/limiter.ts'
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
