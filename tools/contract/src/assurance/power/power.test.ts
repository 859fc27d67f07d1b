/** Two losses with each durability; and that a disk or a sandbox which does not keep its word is found out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { createRandom } from '../create-random.ts'
import { findObstacle } from './build-recorder.ts'
import { type FileEvent, readTrace } from './read-trace.ts'
import { runPower } from './run-power.ts'
import { type Disk, type Fate, survive } from './survive.ts'

const folder = mkdtempSync(join(tmpdir(), 'spindrift-power-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())

const obstacle = findObstacle()

describe.skipIf(obstacle !== undefined)(`losses of power${obstacle === undefined ? '' : `, left out: ${obstacle}`}`, () => {
  it('take nothing that they may not, and nothing in silence', async () => {
    const { findings, passed, total } = await runPower({ rounds: 2, seed: 7 })
    expect({ findings, passed }).toEqual({ findings: [], passed: total })
  })

  // The rounds end with the first fault. How soon that comes is a matter of luck: a loss may leave what was never synced.
  const rounds = 60

  it('are not survived on a disk that syncs nothing', async () => {
    for (const durability of ['full', 'normal'] as const) {
      const { findings, passed } = await runPower({ rounds, seed: 7, durability, liesAboutSyncs: true })
      expect(passed).toBeLessThan(rounds)
      expect(findings[0]).toMatch(new RegExp(`^${durability}, after loss \\d: `))
    }
  })

  it('are not survived by a sandbox that says it waits for the disk, and does not', async () => {
    const program = join(folder, 'hasty.mjs')
    const main = new URL('main.js', import.meta.resolve('@spindrift/sandbox')).href
    writeFileSync(
      program,
      `import { DatabaseSync } from 'node:sqlite'
      const { exec } = DatabaseSync.prototype
      DatabaseSync.prototype.exec = function (sql) { return exec.call(this, sql.replace('synchronous = FULL', 'synchronous = NORMAL')) }
      await import(${JSON.stringify(main)})`,
    )
    const { findings } = await runPower({ rounds, seed: 7, durability: 'full', program })
    expect(findings.join('\n')).toMatch(
      /^full, after loss \d+: (tag-\d+: "(there)?" was acknowledged|the start was refused: .*has lost its last)/m,
    )
  })
})

it('says that nothing was proved where there is no compiler', async () => {
  vi.stubEnv('PATH', folder)
  const { passed, total, findings } = await runPower({ rounds: 2, seed: 7 })
  expect([passed, total, findings]).toEqual([0, 4, [expect.stringMatching(/^Nothing was proved: /)]])
})

describe('the simulated disk', () => {
  const event = (kind: FileEvent['kind'], file: number, at: number, bytes = ''): FileEvent => ({
    kind,
    file,
    at,
    bytes: Buffer.from(bytes),
  })
  const before: Disk = { files: new Map([['/s/old', { bytes: Buffer.from('old'), inode: 1 }]]), folders: new Set(['/s']) }
  const look = (events: readonly FileEvent[], fate: Fate = 'gone', liesAboutSyncs = false) =>
    Object.fromEntries(
      [...survive(before, events, { fate, random: createRandom(1), liesAboutSyncs }).files].map(([path, bytes]) => [path, String(bytes)]),
    )
  const synced = (file: number, number: number, path: string) => [event('B', file, number, path), event('E', file, number)]

  it('keeps what was synced, and nothing else', () => {
    const events = [event('W', 1, 0, 'new'), ...synced(1, 1, '/s/old'), event('W', 1, 3, 'er')]
    expect(look(events)).toEqual({ '/s/old': 'new' })
    expect(look(events, 'gone', true)).toEqual({ '/s/old': 'old' })
  })

  it('keeps what was written before the sync began, not what came while it went on', () => {
    expect(look([event('W', 1, 0, 'new'), event('B', 1, 1, '/s/old'), event('W', 1, 0, 'NEW'), event('E', 1, 1)])).toEqual({
      '/s/old': 'new',
    })
    expect(look([event('W', 1, 0, 'new'), event('B', 1, 1, '/s/old')])).toEqual({ '/s/old': 'old' })
  })

  it('keeps a name when its folder was synced', () => {
    const replaced = [event('C', 2, 0, '/s/part'), event('W', 2, 0, 'new'), ...synced(2, 1, '/s/part'), event('R', 0, 0, '/s/part\n/s/old')]
    expect(look(replaced)).toEqual({ '/s/old': 'old' })
    expect(look([...replaced, ...synced(9, 2, '/s/')])).toEqual({ '/s/old': 'new' })
    expect(look([event('U', 0, 0, '/s/old')])).toEqual({ '/s/old': 'old' })
  })

  it('keeps what is in a folder when that is kept', () => {
    const made = [event('D', 0, 0, '/s/in'), event('C', 2, 0, '/s/in/x'), ...synced(2, 1, '/s/in/x'), ...synced(9, 2, '/s/in/')]
    expect(look(made)).toEqual({ '/s/old': 'old' })
    expect(look([...made, ...synced(8, 3, '/s/')])).toEqual({ '/s/old': 'old', '/s/in/x': '' })
  })

  it('may keep some sectors and not others', () => {
    const found = look([event('W', 1, 0, 'x'.repeat(512 * 64))], 'any')['/s/old'] ?? ''
    expect(found).toMatch(/x{512}/)
    expect(found.slice(512)).toContain('\0'.repeat(512))
  })

  it('does not take a file that is written through memory for one that is not written', () => {
    expect(() => look([event('M', 1, 0)])).toThrow('through memory')
  })

  it('is not told of what was recorded by half', () => {
    const head = Buffer.alloc(24)
    head.writeUInt32LE(3, 0)
    head.writeUInt32LE('W'.charCodeAt(0), 4)
    const whole = Buffer.concat([head, Buffer.from('abc')])
    expect(readTrace(Buffer.concat([whole, whole.subarray(0, 26)]))).toEqual([event('W', 0, 0, 'abc')])
  })
})
