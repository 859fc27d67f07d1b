import { expect, test } from 'vitest'
import { Limiter } from '../../limits/limiter.ts'
import type { LimitRow } from '../../tables/operation-row.ts'
import { SharedLimits } from './shared-limits.ts'

const limitOfTwo = { hourly: { limit: 2, seconds: 3600 }, burst: { limit: 250, seconds: 60 } }
const createLimits = (rows: LimitRow[] = []) => new SharedLimits(rows, new Limiter(limitOfTwo))

test('replicas that replay the same log come to the same decisions', () => {
  const [first, second] = [createLimits(), createLimits()]
  first.addRequest(0, 'token', 1000)
  first.addRequest(1, 'token', 1000)
  second.addRequest(0, 'token', 1001)
  const log = [first.claimUnsent('a'), second.claimUnsent('b')]
  for (const entry of log) for (const limits of [first, second]) limits.replay(JSON.parse(JSON.stringify(entry)))
  const isAllowed = (limits: SharedLimits, request: number) => {
    limits.startRequest(request)
    return limits.countRequest('token', 1000).allowed
  }
  expect([isAllowed(first, 0), isAllowed(first, 1), isAllowed(second, 0)]).toEqual([true, true, false])
  expect([first.getUsage('token', 1002).remaining, second.getUsage('token', 1002).remaining]).toEqual([0, 0])
})

test('a request without a decision fails, and succeeds after the log has counted it', () => {
  const limits = createLimits()
  limits.startRequest(0)
  expect(() => limits.countRequest('token', 1000)).toThrow('Failed to forward')
  expect(limits.hasUnsentTakes()).toBe(true)
  limits.replay(limits.claimUnsent('a'))
  limits.startRequest(0)
  expect([limits.hasUnsentTakes(), limits.countRequest('token', 1000).allowed]).toEqual([false, true])
})

test('operations that were not sent are sent with the next entry', () => {
  const limits = createLimits()
  limits.addRequest(0, 'token', 1000)
  const operations = limits.claimUnsent('a')?.operations
  limits.clear()
  limits.restoreUnsent('a')
  expect(limits.claimUnsent('b')).toEqual({ id: 'b', operations: [...(operations ?? []), { type: 'clear' }] })
})

test('a replica that restores the counts of another one comes to the same decisions, special limits included', () => {
  const row = { name: 'uploads', limit: 3, seconds: 60 } as LimitRow
  const [first, second] = [createLimits([row]), createLimits([row])]
  first.addRequest(0, 'token', 1000, [{ row, weight: 2 }])
  first.addRequest(1, 'gone', 1000)
  first.replay(first.claimUnsent('a'))
  second.restore(first.serialize())
  expect(second.listUsage('token', 1001)).toEqual(first.listUsage('token', 1001))
  expect(second.listUsage('token', 1001).map(({ left }) => left)).toEqual([1, 249, 1])
})

test('idle tokens are forgotten only after an entry that prunes', () => {
  const limits = createLimits()
  const countTokens = (now: number, prunes: boolean) => {
    limits.addRequest(0, `token-${now}`, now)
    limits.replay(limits.claimUnsent('a'), prunes)
    limits.endBatch()
    return (JSON.parse(limits.serialize()) as unknown[]).length
  }
  expect([countTokens(0, false), countTokens(3_599_999, true), countTokens(3_600_000, false), countTokens(3_600_001, true)]).toEqual([
    1, 2, 3, 3,
  ])
})
