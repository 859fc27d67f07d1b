/** A few seconds of load; what a long run is judged by; and that a server which leaks, fails or complains is found out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type Course, judgeSoak } from './judge-soak.ts'
import { runSoak } from './run-soak.ts'

const folder = mkdtempSync(join(tmpdir(), 'spindrift-soak-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Caches that fill at first, and a p99 that takes a day for the snapshot, are for the long run to judge. */
const needsMinutes = /^(heap|rss|reads|writes) /

describe('a short load', () => {
  it('leaves nothing open, and nothing fails', async () => {
    const { findings, figures } = await runSoak({ minutes: 0.05, seed: 7 })
    expect(findings.filter((finding) => !needsMinutes.test(finding))).toEqual([])
    expect(figures['requests']).toBeGreaterThan(100)
    expect(figures['descriptors_after']).toBe(figures['descriptors_before'])
  })

  it('finds a program that keeps what it is sent, leaves files open, complains and cannot be ended', async () => {
    const program = join(folder, 'leaking.mjs')
    const main = new URL('main.js', import.meta.resolve('@spindrift/sandbox')).href
    writeFileSync(
      program,
      `
import { openSync } from 'node:fs'
import { Server } from 'node:http'
const kept = []
const { emit } = Server.prototype
Server.prototype.emit = function (event, ...rest) {
  if (event === 'request') {
    kept.push('x'.repeat(20_000).split(''))
    if (kept.length % 50 === 0) openSync('/dev/null')
    if (kept.length === 100) console.error('something failed inside')
  }
  return emit.call(this, event, ...rest)
}
const { on } = process
process.on = process.once = function (event, listener) {
  return on.call(this, event, event === 'SIGTERM' ? () => {} : listener)
}
await import(${JSON.stringify(main)})
`,
    )
    const { findings, passed, total } = await runSoak({ minutes: 0.05, seed: 7, program })
    for (const expected of ['heap rose by', 'rss rose by', 'files and sockets are open', 'something failed inside', 'of SIGTERM'])
      expect(findings.join('\n')).toContain(expected)
    expect(passed).toBeLessThanOrEqual(total - 5)
  })
})

describe('a long load', () => {
  /** Ten minutes in which nothing changes. */
  const steady = (change: (minute: number) => Partial<Record<'heap' | 'rss' | 'descriptors' | 'reads' | 'plain', number>>): Course => ({
    samples: Array.from({ length: 11 }, (_, minute) => ({
      second: minute * 60,
      heap: 30e6,
      rss: 120e6,
      descriptors: 27,
      ...change(minute),
    })),
    spans: Array.from({ length: 12 }, (_, minute) => {
      const { reads = 2, plain = 1 } = change(minute)
      return { reads: Array.from({ length: 100 }, () => reads), writes: [3], plain: [plain] }
    }),
  })
  const faultsOf = (course: Course) => judgeSoak(course).flatMap(({ fault }) => (fault === undefined ? [] : [fault]))

  it.each([
    { given: 'nothing changes', change: () => ({}), want: [] },
    { given: 'caches fill in the first minute', change: (minute: number) => ({ heap: minute === 0 ? 10e6 : 30e6 }), want: [] },
    {
      given: 'the heap grows by 1 MB a minute',
      change: (minute: number) => ({ heap: 30e6 + minute * 1e6 }),
      want: [/^heap rose by 8.0 MB/],
    },
    { given: 'the process grows by 5 MB a minute', change: (minute: number) => ({ rss: 120e6 + minute * 5e6 }), want: [/^rss rose by/] },
    {
      given: 'a socket is left',
      change: (minute: number) => ({ descriptors: 27 + (minute === 10 ? 1 : 0) }),
      want: [/^28 files and sockets/],
    },
    { given: 'reads get slower', change: (minute: number) => ({ reads: 2 + minute * 2 }), want: [/^reads took up to/] },
    {
      given: 'reads get slower, and all else on the machine too',
      change: (minute: number) => ({ reads: 2 + minute * 2, plain: 1 + minute }),
      want: [],
    },
    { given: 'one minute was busy', change: (minute: number) => ({ reads: minute === 11 ? 90 : 2 }), want: [] },
  ])('is judged when $given', ({ change, want }) => {
    expect(faultsOf(steady(change))).toEqual(want.map((each) => expect.stringMatching(each) as string))
  })
})
