import { describe, expect, it } from 'vitest'
import { Limiter } from './limiter.ts'

describe('Limiter', () => {
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
