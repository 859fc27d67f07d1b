/** A sample of all bodies, and servers that do too much work. */
import { describe, expect, it, vi } from 'vitest'
import type { Fetch } from '../../fixtures/test-sandbox.ts'
import { shareFixtures } from '../fuzz/share-fixtures.ts'
import { runWorstCase } from './run-worst-case.ts'

const shared = { seed: 7, openFixture: shareFixtures() }

describe('the worst requests', () => {
  it('do not block other requests', { timeout: 300_000 }, async () => {
    const { findings, passed, total } = await runWorstCase({ ...shared, sizes: [64_000, 256_000], rows: 0, every: 150 })
    expect({ findings, passed }).toEqual({ findings: [], passed: total })
    expect(total).toBeGreaterThan(40)
  })

  /** Adds to the measured CPU time, without using it. */
  let addedMs = 0
  const { threadCpuUsage } = process
  const useCpu = (milliseconds: number) => void (addedMs += milliseconds)
  const leaked: string[] = []
  /** Faults by request: long bodies, many short ones and lists. */
  const faults: Readonly<Record<string, (body: string) => void>> = {
    'POST /v2/tags': (body) => {
      // A validator that compares every property with all others.
      if (body.startsWith('{"k000000":')) useCpu((body.length / 16_000) ** 2 * 4)
      // Only for objects after the sixtieth, which have their number in the name.
      if (/-000[6-9]\d/.test(body)) useCpu(60)
    },
    'POST /v2/account/keys': (body) =>
      body.startsWith('[[') ? useCpu(60) : leaked.push(JSON.stringify(body.repeat(body.length > 50_000 ? 16 : 0))),
    'GET /v2/tags': (list) => useCpu(Number(/"total":(\d+)/.exec(list)?.[1] ?? 0)),
  }
  const wrap =
    (fetch: Fetch): Fetch =>
    async (url, init) => {
      const { method = 'GET', body } = init ?? {}
      const fault = faults[`${method} ${new URL(String(url)).pathname}`]
      if (typeof body === 'string') fault?.(body)
      const response = await fetch(url, init)
      if (!fault || method !== 'GET') return response
      const text = await response.text()
      fault(text)
      return new Response(text, { status: response.status, headers: response.headers })
    }

  it('report a server that does too much work', { timeout: 300_000 }, async () => {
    vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => {
      const { user, system } = threadCpuUsage.call(process)
      return { user: user + addedMs * 1000, system }
    })
    const families = ['tags', 'ssh-keys']
    const { findings } = await runWorstCase({ ...shared, sizes: [16_000, 64_000], rows: 65, days: 2, families, wrap })
    for (const expected of [
      /^POST \/v2\/tags with 64000 bytes, .*: expected at most \d+ ms, got \d+ ms$/m,
      /^POST \/v2\/account\/keys with 16000 bytes, .*: expected at most 50 ms, got \d+ ms$/m,
      /^sshKeys_create retained \d+ MB/m,
      /^POST \/v2\/tags with many objects: expected at most 50 ms, got \d+ ms$/m,
      /^GET \/v2\/tags\S* with many objects: expected at most 50 ms, got \d+ ms$/m,
    ])
      expect(findings.join('\n')).toMatch(expected)
    expect(findings.filter((finding) => !/\/v2\/(tags|account\/keys)\b|sshKeys_create retained/.test(finding))).toEqual([])
  })
})
