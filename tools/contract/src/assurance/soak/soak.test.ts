/** A few seconds of load; what a long run is judged by; and that a server which leaks, fails or complains is found out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type Course, judgeSoak } from './judge-soak.ts'
import { runSoak } from './run-soak.ts'

const folder = mkdtempSync(join(tmpdir(), 'spindrift-soak-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Caches that fill at first, and code that is not compiled yet, are for the long run to judge. */
const needsMinutes = /^(the heap|memory|reads|writes) /

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
import { DatabaseSync } from 'node:sqlite'
const [kept, hidden] = [[], []]
const { emit } = Server.prototype
Server.prototype.emit = function (event, ...rest) {
  if (event === 'request') {
    kept.push('x'.repeat(20_000).split(''))
    if (kept.length % 10 === 0) {
      const database = new DatabaseSync(':memory:')
      database.exec('CREATE TABLE held AS SELECT zeroblob(1000000) AS bytes')
      hidden.push(database)
    }
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
    for (const expected of [
      'the heap rose by',
      'memory beside the heap rose by',
      'files and sockets are open',
      'something failed inside',
      'of SIGTERM',
    ])
      expect(findings.join('\n')).toContain(expected)
    expect(passed).toBeLessThanOrEqual(total - 5)
  })
})

describe('a long load', () => {
  /** Ten minutes in which nothing changes. */
  const steady = (change: (minute: number) => Partial<Record<'heap' | 'native' | 'descriptors' | 'reads' | 'rested', number>>): Course => {
    const calm = { heap: 30e6, native: 180e6, descriptors: 27, reads: 2, rested: 2 }
    const minutes = Array.from({ length: 11 }, (_, minute) => ({
      minute,
      ...calm,
      ...change(minute),
    }))
    const span = (reads: number) => ({ reads: Array.from({ length: 100 }, () => reads), writes: [3] })
    return {
      samples: minutes.map(({ minute, heap, native, descriptors }) => ({
        second: minute * 60,
        heap,
        native,
        rss: heap + native,
        descriptors,
      })),
      spans: minutes.map(({ reads }) => span(reads)),
      rested: minutes.map(({ rested }) => span(rested)),
    }
  }
  const faultsOf = (course: Course) => judgeSoak(course).flatMap(({ fault }) => (fault === undefined ? [] : [fault]))

  it.each([
    { given: 'nothing changes', change: () => ({}), want: [] },
    { given: 'caches fill in the first half', change: (minute: number) => ({ native: 120e6 + Math.min(minute, 5) * 20e6 }), want: [] },
    {
      given: 'the heap grows by 1 MB a minute',
      change: (minute: number) => ({ heap: 30e6 + minute * 1e6 }),
      want: [/^the heap rose by 5.0 MB/],
    },
    {
      given: 'what is beside the heap grows by 1 MB a minute',
      change: (minute: number) => ({ native: 180e6 + minute * 1e6 }),
      want: [/^memory beside the heap rose by 5.0 MB/],
    },
    {
      given: 'a socket is left',
      change: (minute: number) => ({ descriptors: 27 + (minute === 10 ? 1 : 0) }),
      want: [/^28 files and sockets/],
    },
    { given: 'reads have become slow', change: () => ({ reads: 6 }), want: [/^reads took up to 6.0 ms/] },
    { given: 'reads are slow in a rested process too', change: () => ({ reads: 9, rested: 7 }), want: [] },
    { given: 'one minute was busy', change: (minute: number) => ({ reads: minute === 10 ? 90 : 2 }), want: [] },
  ])('is judged when $given', ({ change, want }) => {
    expect(faultsOf(steady(change))).toEqual(want.map((each) => expect.stringMatching(each) as string))
  })
})
