import { expect, test } from 'vitest'
import { Limiter } from '../../limits/limiter.ts'
import type { LimitRow } from '../../tables/operation-row.ts'
import { SharedLimits } from './shared-limits.ts'

const limitOfTwo = { hourly: { limit: 2, seconds: 3600 }, burst: { limit: 250, seconds: 60 } }
const createLimits = (rows: LimitRow[] = []) => new SharedLimits(rows, new Limiter(limitOfTwo))

test('replicas that replay the same log come to the same decisions', () => {
  const [first, second] = [createLimits(), createLimits()]
  first.addTake(0, 'token', 1000)
  first.addTake(1, 'token', 1000)
  second.addTake(0, 'token', 1001)
  const log = [first.takeUnsent('a'), second.takeUnsent('b')]
  for (const entry of log) for (const limits of [first, second]) limits.replay(JSON.parse(JSON.stringify(entry)))
  const isAllowed = (limits: SharedLimits, request: number) => {
    limits.startRequest(request)
    return limits.take('token', 1000).allowed
  }
  expect([isAllowed(first, 0), isAllowed(first, 1), isAllowed(second, 0)]).toEqual([true, true, false])
  expect([first.look('token', 1002).remaining, second.look('token', 1002).remaining]).toEqual([0, 0])
})

test('a request without a decision fails, and succeeds after the log has counted it', () => {
  const limits = createLimits()
  limits.startRequest(0)
  expect(() => limits.take('token', 1000)).toThrow('Failed to forward')
  expect(limits.hasUnsentTakes()).toBe(true)
  limits.replay(limits.takeUnsent('a'))
  limits.startRequest(0)
  expect([limits.hasUnsentTakes(), limits.take('token', 1000).allowed]).toEqual([false, true])
})

test('operations that were not sent are sent with the next entry', () => {
  const limits = createLimits()
  limits.addTake(0, 'token', 1000)
  const operations = limits.takeUnsent('a')?.operations
  limits.clear()
  limits.restoreUnsent('a')
  expect(limits.takeUnsent('b')).toEqual({ id: 'b', operations: [...(operations ?? []), { type: 'clear' }] })
})

test('a replica that restores the counts of another one comes to the same decisions, special limits included', () => {
  const row = { name: 'uploads', limit: 3, seconds: 60 } as LimitRow
  const [first, second] = [createLimits([row]), createLimits([row])]
  first.addTake(0, 'token', 1000, [{ row, weight: 2 }])
  first.addTake(1, 'gone', 1000)
  first.replay(first.takeUnsent('a'))
  second.restore(first.serialize())
  expect(second.list('token', 1001)).toEqual(first.list('token', 1001))
  expect(second.list('token', 1001).map(({ left }) => left)).toEqual([1, 249, 1])
})

test('idle tokens are forgotten only after an entry that prunes', () => {
  const limits = createLimits()
  const countTokens = (now: number, prunes: boolean) => {
    limits.addTake(0, `token-${now}`, now)
    limits.replay(limits.takeUnsent('a'), prunes)
    limits.endBatch()
    return (JSON.parse(limits.serialize()) as unknown[]).length
  }
  expect([countTokens(0, false), countTokens(3_599_999, true), countTokens(3_600_000, false), countTokens(3_600_001, true)]).toEqual([
    1, 2, 3, 3,
  ])
})
