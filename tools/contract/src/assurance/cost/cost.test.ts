/** The same on a sample of all bodies, and that a server which does more work than it must is found out. */
import { describe, expect, it } from 'vitest'
import type { Fetch } from '../fuzz/open-platform.ts'
import { runCost } from './run-cost.ts'

describe('the worst requests', () => {
  it('hold nobody else up', { timeout: 120_000 }, async () => {
    const { findings, passed, total } = await runCost({ seed: 7, sizes: [64_000, 256_000], rows: 0, every: 60 })
    expect({ findings, passed }).toEqual({ findings: [], passed: total })
    expect(total).toBeGreaterThan(100)
  })

  /** Of computing, however busy the machine is. */
  const spend = (milliseconds: number) => {
    const begun = process.threadCpuUsage()
    let spent = 0
    while (spent < milliseconds * 1000) {
      const { user, system } = process.threadCpuUsage(begun)
      spent = user + system
    }
  }
  /** As validators that look at every item, or at all before each. */
  const planted =
    (cost: (bytes: number) => number): ((fetch: Fetch) => Fetch) =>
    (fetch) =>
    (url, init) => {
      if (init?.method === 'POST' && String(url).endsWith('/v2/tags') && typeof init.body === 'string') spend(cost(init.body.length))
      return fetch(url, init)
    }
  const kept: string[] = []

  it.each<readonly [string, (fetch: Fetch) => Fetch, RegExp]>([
    [
      'is quadratic',
      planted((bytes) => (bytes / 64_000) ** 2 * 4),
      /^POST \/v2\/tags with 256000 bytes, .*: expected at most \d+ ms, got \d+ ms$/,
    ],
    ['is slow', planted(() => 60), /^POST \/v2\/tags with 64000 bytes, .*: expected at most 50 ms, got \d+ ms$/],
    [
      'keeps what it was sent',
      (fetch) => (url, init) => {
        if (init?.method === 'POST' && typeof init.body === 'string') kept.push(JSON.stringify(init.body.repeat(10)))
        return fetch(url, init)
      },
      /^tags_create kept \d+ MB after all was answered/,
    ],
  ])('are found where a server %s', { timeout: 120_000 }, async (_name, wrap, want) => {
    const { findings } = await runCost({ seed: 7, sizes: [64_000, 256_000], rows: 0, operations: ['tags_create'], wrap })
    expect(findings[0]).toMatch(want)
  })

  it('are found where a list is slow once it is long', { timeout: 120_000 }, async () => {
    const wrap =
      (fetch: Fetch): Fetch =>
      async (url, init) => {
        const response = await fetch(url, init)
        if (!/\/v2\/tags(\?|$)/.test(String(url)) || (init?.method ?? 'GET') !== 'GET') return response
        const text = await response.text()
        spend(Number(/"total":(\d+)/.exec(text)?.[1] ?? 0))
        return new Response(text, { status: response.status, headers: response.headers })
      }
    const { findings } = await runCost({ seed: 7, sizes: [64_000], rows: 80, every: 1000, operations: ['tags_create', 'tags_list'], wrap })
    expect(findings[0]).toMatch(/^GET \/v2\/tags\S* where there is much: expected at most 50 ms, got \d+ ms$/)
  })
})
