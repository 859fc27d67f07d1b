import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { boat } from '../../test/make-boat.ts'
import { openStore } from './sqlite-store.ts'
import { StateFileError } from './store.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spindrift-store-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a state file', () => {
  it('is there again after it was closed', () => {
    const file = join(folder, 'state.db')
    const first = openStore(file)
    first.put(boat('1'))
    first.next('n')
    first.close()
    const second = openStore(file)
    expect([second.text(boat('1')), second.next('n')]).toEqual(['{"id":"1"}', 2])
    second.close()
  })

  it('is refused while another has it', () => {
    const file = join(folder, 'state.db')
    const first = openStore(file)
    expect(() => openStore(file)).toThrow(/in use by another sandbox/)
    first.close()
    openStore(file).close()
  })

  const foreign = [
    {
      name: 'a text',
      make: (file: string) => writeFileSync(file, 'not a database, but long enough to be looked at. '.repeat(100)),
      want: /not a state file/,
    },
    { name: "another program's database", make: (file: string) => fill(file, 'CREATE TABLE t (x)'), want: /another program/ },
    {
      name: 'a newer one',
      make: (file: string) => fill(file, 'CREATE TABLE t (x); PRAGMA application_id = 1399874674; PRAGMA user_version = 99'),
      want: /newer version/,
    },
    { name: 'a damaged one', make: damage, want: /damaged/ },
  ]
  it.each(foreign)('that is $name is refused and left as it is', ({ make, want }) => {
    const file = join(folder, 'state.db')
    make(file)
    const before = readFileSync(file)
    expect(() => openStore(file)).toThrow(StateFileError)
    expect(() => openStore(file)).toThrow(want)
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('keeps every acknowledged write when the process is killed', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 3; round += 1) {
      const file = join(folder, `killed-${round}.db`)
      const last = await writeUntilKilled(file, 300 + round * 200)
      const store = openStore(file)
      expect(last).toBeGreaterThan(0)
      expect(store.count({ kind: 'Boat' })).toBeGreaterThanOrEqual(last)
      // Two rows in one transaction: never one without the other.
      expect(store.count({ kind: 'Boat' })).toBe(store.count({ kind: 'Twin' }))
      store.close()
    }
  })
})

function fill(file: string, sql: string): void {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}

function damage(file: string): void {
  const store = openStore(file)
  store.transaction(() => {
    for (let n = 0; n < 500; n += 1) store.put(boat(String(n), { name: 'x'.repeat(200) }))
  })
  store.close()
  const bytes = readFileSync(file)
  bytes.fill(0xa5, 8192, 24_576)
  writeFileSync(file, bytes)
}

/** Runs a process that writes and says so, kills it, and gives back the last number it said. */
async function writeUntilKilled(file: string, milliseconds: number): Promise<number> {
  const module = fileURLToPath(new URL('sqlite-store.ts', import.meta.url))
  const program = `
    import { writeSync } from 'node:fs'
    import { openStore } from ${JSON.stringify(module)}
    const store = openStore(${JSON.stringify(file)})
    for (let n = 1; ; n += 1) {
      store.transaction(() => { for (const kind of ['Boat', 'Twin']) store.put({ kind, id: String(n), text: '{}' }) })
      writeSync(1, n + '\\n')
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-100)
    if (!killing) killing = setTimeout(() => child.kill('SIGKILL'), milliseconds)
  })
  let killing: NodeJS.Timeout | undefined
  await new Promise((resolve) => {
    child.on('close', resolve)
  })
  return Number(said.split('\n').at(-2))
}
