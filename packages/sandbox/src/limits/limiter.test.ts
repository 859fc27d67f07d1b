import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LimitRow } from '../tables/operation-row.ts'
import { Limiter, type RateLimitDecision } from './limiter.ts'

const keyList: LimitRow = { name: 'ssh-key-list', limit: 10, seconds: 60 }
const purge: LimitRow = { name: 'cdn-purge', limit: 50, seconds: 20, counts: 'body.files' }

/** Small enough for short histories to reach every limit. */
const small = { hourly: { limit: 40, seconds: 3600 }, burst: { limit: 12, seconds: 60 } }

interface RequestFields {
  readonly wait: number
  readonly row: LimitRow | undefined
  readonly weight: number
}

/** Naive implementation: stores every counted request with its time and searches them each time. */
class NaiveLimiter {
  readonly #counted: { readonly at: number; readonly name: string | undefined; readonly weight: number }[] = []

  countRequest(now: number, row: LimitRow | undefined, weight: number): RateLimitDecision {
    const within = (seconds: number) => this.#counted.filter(({ at }) => at + seconds * 1000 > now)
    const hour = within(3600)
    const minute = within(60)
    const reset = (at: number) => Math.ceil(at / 1000)
    const refused = { allowed: false, limit: small.hourly.limit, remaining: 0 }
    const hourReset = reset((hour[0]?.at ?? now) + 3_600_000)
    if (hour.length >= small.hourly.limit) return { ...refused, reset: hourReset }
    if (minute.length >= small.burst.limit)
      return { ...refused, reset: hourReset, retryAfter: Math.max(1, Math.ceil(((minute[0]?.at ?? now) + 60_000 - now) / 1000)) }
    if (row) {
      const own = within(row.seconds).flatMap((each) => (each.name === row.name ? Array.from({ length: each.weight }, () => each.at) : []))
      const over = own.length + weight - row.limit
      if (over > 0)
        return {
          ...refused,
          reset: reset((weight > row.limit ? (own[0] ?? now - row.seconds * 1000) : (own[over - 1] ?? now)) + row.seconds * 1000),
        }
    }
    this.#counted.push({ at: now, name: row?.name, weight })
    const left = small.hourly.limit - hour.length - 1
    return {
      allowed: true,
      limit: small.hourly.limit,
      remaining: minute.length + 1 >= small.burst.limit ? 0 : left,
      reset: reset((hour[0]?.at ?? now) + 3_600_000),
    }
  }
}

const asked: fc.Arbitrary<RequestFields> = fc.record({
  wait: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 400 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 70_000 }) },
    { weight: 1, arbitrary: fc.constant(3_600_000) },
  ),
  row: fc.constantFrom(undefined, undefined, keyList, purge),
  weight: fc.integer({ min: 0, max: 60 }),
})

describe('Limiter', () => {
  it('makes the same decisions as a naive limiter in 10,000 random histories', { timeout: 120_000 }, () => {
    let bursts = 0
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 60, size: 'max' }), (history) => {
        const limiter = new Limiter(small)
        const naive = new NaiveLimiter()
        let now = 1_772_449_200_000
        for (const { wait, row, weight: input } of history) {
          now += wait
          const weight = row === purge ? input : 1
          const verdict = limiter.countRequest('token', now, row && [{ row, weight }])
          expect(verdict).toEqual(naive.countRequest(now, row, weight))
          if (verdict.retryAfter !== undefined) bursts += 1
        }
      }),
      { numRuns: 10_000 },
    )
    // Otherwise the headers are undefined.
    expect(bursts).toBeGreaterThan(1000)
  })

  it('allows 250 requests a minute and reports 0 remaining with the last one', () => {
    const limiter = new Limiter()
    const verdicts = Array.from({ length: 251 }, () => limiter.countRequest('token', 0))
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(250)
    expect(verdicts[248]?.remaining).toBe(4751)
    expect(verdicts[249]).toMatchObject({ allowed: true, remaining: 0 })
    expect(verdicts[250]).toEqual({ allowed: false, limit: 5000, remaining: 0, reset: 3600, retryAfter: 60 })
    expect(limiter.countRequest('token', 59_999).allowed).toBe(false)
    expect(limiter.countRequest('token', 60_000).allowed).toBe(true)
  })

  it('returns retryAfter in whole seconds, at least 1, after a burst', () => {
    const limiter = new Limiter()
    const began = 1_772_449_200_000
    for (let n = 0; n < 250; n += 1) limiter.countRequest('token', began + n)
    expect(limiter.countRequest('token', began + 20_500).retryAfter).toBe(40)
    expect(limiter.countRequest('token', began + 59_000).retryAfter).toBe(1)
    expect(limiter.countRequest('token', began + 59_999).retryAfter).toBe(1)
    expect(limiter.countRequest('token', began + 60_000)).toMatchObject({ allowed: true, remaining: 0 })
  })

  it('allows exactly 5,000 of 20,000 requests in an hour, without retryAfter', () => {
    const limiter = new Limiter()
    const verdicts = Array.from({ length: 20_000 }, (_each, n) => limiter.countRequest('token', n * 179))
    expect(verdicts.filter(({ allowed }) => allowed && true)).toHaveLength(5000)
    expect(verdicts.at(-1)).toEqual({ allowed: false, limit: 5000, remaining: 0, reset: 3600 })
  })

  it('counts each token separately', () => {
    const limiter = new Limiter()
    for (let n = 0; n < 250; n += 1) limiter.countRequest('one', 0)
    expect(limiter.countRequest('other', 0).allowed).toBe(true)
  })
})
