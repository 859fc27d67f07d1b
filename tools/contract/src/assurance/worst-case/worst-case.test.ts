/** The same on a sample of all bodies, and that a server which does more work than it must is found out. */
import { describe, expect, it } from 'vitest'
import type { Fetch } from '../fuzz/test-sandbox.ts'
import { runWorstCase } from './run-worst-case.ts'

describe('the worst requests', () => {
  it('hold nobody else up', { timeout: 300_000 }, async () => {
    const { findings, passed, total } = await runWorstCase({ seed: 7, sizes: [64_000, 256_000], rows: 0, every: 60 })
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
  const kept: string[] = []
  /** By what is asked of it: with a body, which is long or one of many short ones, or for a list. */
  const faults: Readonly<Record<string, (body: string) => void>> = {
    // A validator that compares every property with all others.
    'POST /v2/tags': (body) => (body.startsWith('{"k000000":') ? spend((body.length / 64_000) ** 2 * 4) : undefined),
    'POST /v2/account/keys': (body) =>
      body.startsWith('[[') ? spend(60) : kept.push(JSON.stringify(body.repeat(body.length > 100_000 ? 4 : 0))),
    // Only those that come when there are 60, which have their number in the name.
    'POST /v2/uptime/checks': (body) => (/-000[6-9]\d/.test(body) ? spend(60) : undefined),
    'GET /v2/tags': (list) => spend(Number(/"total":(\d+)/.exec(list)?.[1] ?? 0)),
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

  it('are found where a server does more than it must', { timeout: 300_000 }, async () => {
    const operations = ['tags_create', 'tags_list', 'sshKeys_create', 'uptime_checks_create']
    const { findings } = await runWorstCase({ seed: 7, sizes: [64_000, 256_000], rows: 60, operations, wrap })
    for (const want of [
      /^POST \/v2\/tags with 256000 bytes, .*: expected at most \d+ ms, got \d+ ms$/m,
      /^POST \/v2\/account\/keys with 64000 bytes, .*: expected at most 50 ms, got \d+ ms$/m,
      /^sshKeys_create kept \d+ MB after all was answered/m,
      /^POST \/v2\/uptime\/checks where there is much: expected at most 50 ms, got \d+ ms$/m,
      /^GET \/v2\/tags\S* where there is much: expected at most 50 ms, got \d+ ms$/m,
    ])
      expect(findings.join('\n')).toMatch(want)
    expect(findings.filter((finding) => !/\/v2\/(tags|uptime\/checks|account\/keys)\b|sshKeys_create kept/.test(finding))).toEqual([])
  })
})
