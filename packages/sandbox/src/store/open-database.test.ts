import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { boat } from '../../test/boat.ts'
import { inspectStateFile } from './inspect-state-file.ts'
import { describeDatabaseError, openDatabase } from './open-database.ts'
import { openStore } from './sqlite-store.ts'
import { StateFileError } from './store.ts'

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spindrift-store-'))
  file = join(folder, 'state.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('describeDatabaseError', () => {
  it.each([
    { errcode: 5, expected: 'f.db is in use by another sandbox. Stop that one, or choose another --state file.' },
    { errcode: 8, expected: 'f.db cannot be written. Check its permissions, or choose another --state file.' },
    { errcode: 11, expected: 'f.db is damaged.' },
    { errcode: 13, expected: 'f.db: The disk of the state file is full. Free some space and try again.' },
    { errcode: 10 + 3 * 256, expected: 'f.db: The state file cannot be written. Check its disk.' },
    { errcode: 14, expected: 'f.db cannot be opened. Check that its folder exists and can be written.' },
    { errcode: 26, expected: 'f.db is not a state file of the sandbox and was not changed. Choose another --state file.' },
  ])('turns SQLite error $errcode into one sentence', ({ errcode, expected }) => {
    const error = Object.assign(new Error('of SQLite'), { errcode })
    const explained = describeDatabaseError('f.db', error)
    expect(explained).toBeInstanceOf(StateFileError)
    expect([explained.message, explained.cause]).toEqual([expected, error])
  })

  it('returns every other error as it is', () => {
    const other = Object.assign(new Error('of SQLite'), { errcode: 1 })
    for (const error of [other, new Error('none of SQLite'), new StateFileError('explained')])
      expect(describeDatabaseError('f.db', error)).toBe(error)
  })
})

describe('a state file', () => {
  it('keeps objects and counters when it is closed and opened', () => {
    const first = openStore(file)
    first.put(boat('1'))
    first.nextCounter('n')
    first.close()
    const second = openStore(file)
    expect([second.get(boat('1'))?.text, second.nextCounter('n')]).toEqual(['{"id":"1"}', 2])
    second.close()
  })

  it('is opened by exactly one of several processes that create it', { timeout: 60_000 }, async () => {
    const workers = 3
    // A process that loses waits half a second, so groups of files are opened side by side.
    const groups = Array.from({ length: 6 }, (_, group) => Array.from({ length: 10 }, (__, n) => join(folder, `new-${group}-${n}.db`)))
    const opened = groups.map((files) => {
      const counters = new Int32Array(new SharedArrayBuffer(8))
      const openFiles = () => {
        const worker = new Worker(new URL('../../test/open-at-once.ts', import.meta.url), { workerData: { files, workers, counters } })
        return new Promise<boolean[]>((resolve, reject) => worker.once('message', resolve).once('error', reject))
      }
      return Promise.all(Array.from({ length: workers }, openFiles))
    })
    for (const results of await Promise.all(opened))
      expect(results[0]?.map((_, n) => results.filter((each) => each[n]).length)).toEqual(Array.from({ length: 10 }, () => 1))
  })

  it.skipIf(process.platform === 'win32')('can be read by its owner only, with its log', () => {
    const store = openStore(file)
    store.put(boat('1'))
    expect([file, `${file}-wal`].map((each) => statSync(each).mode & 0o777)).toEqual([0o600, 0o600])
    store.close()
  })

  it('rejects a state file that another process uses', () => {
    const first = openStore(file)
    expect(() => openStore(file)).toThrow(/in use by another sandbox/)
    first.close()
    openStore(file).close()
  })

  it.each([
    {
      name: 'text',
      write: () => writeFileSync(file, 'not a database, but long enough to be looked at. '.repeat(100)),
      expected: /not a state file/,
    },
    { name: "another program's database", write: () => execute('CREATE TABLE t (x)'), expected: /database of another program/ },
    {
      name: 'a foreign database without tables',
      write: () => execute('PRAGMA user_version = 1'),
      expected: /database of another program/,
    },
    {
      name: 'a newer format',
      write: () => execute('CREATE TABLE t (x); PRAGMA application_id = 1399874674; PRAGMA user_version = 99'),
      expected: /has format 99; this version of the sandbox reads format \d+\. Update the sandbox\./,
    },
    {
      name: 'an older format',
      write: () => execute('CREATE TABLE t (x); PRAGMA application_id = 1399874674; PRAGMA user_version = 1'),
      expected: /has format 1; this version of the sandbox reads format \d+\. Choose another --state file\./,
    },
    { name: 'overwritten pages', write: damagePages, expected: /is damaged/ },
    { name: 'half a file', write: () => truncateSync(fillFile(), statSync(file).size / 2), expected: /is damaged/ },
  ])('rejects a file with $name and does not change it', ({ write, expected }) => {
    write()
    const before = readFileSync(file)
    expect(() => openStore(file)).toThrow(StateFileError)
    expect(() => openStore(file)).toThrow(expected)
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(readdirSync(folder)).toEqual(['state.db'])
  })

  it('keeps the log of a rejected file', () => {
    const store = openStore(file)
    const refused = join(folder, 'refused.db')
    store.close()
    const next = openStore(file)
    next.put(boat('1'))
    copyFileSync(file, refused)
    copyFileSync(`${file}-wal`, `${refused}-wal`)
    next.close()
    truncateSync(refused, statSync(refused).size / 2)
    const [bytes, log] = [readFileSync(refused), readFileSync(`${refused}-wal`)]
    expect(() => openStore(refused)).toThrow(/is damaged/)
    expect([readFileSync(refused).equals(bytes), readFileSync(`${refused}-wal`).equals(log)]).toEqual([true, true])
  })

  it.each([
    { input: 'empty', damage: () => truncateSync(file) },
    { input: 'gone', damage: () => rmSync(file) },
  ])('rejects a state file that is $input next to its log', ({ input, damage }) => {
    writeFileSync(file, 'x')
    writeFileSync(`${file}-wal`, 'the last writes')
    damage()
    expect(() => openDatabase(file)).toThrow(
      `${file} is ${input}, but its log ${file}-wal exists. Put the file back, or move the log away.`,
    )
    expect([existsSync(file), readFileSync(`${file}-wal`, 'utf8')]).toEqual([input === 'empty', 'the last writes'])
  })

  it('rejects a state file in a folder that does not exist', () => {
    expect(() => openDatabase(join(folder, 'none/state.db'))).toThrow('cannot be opened. Check that its folder exists and can be written.')
  })

  it('keeps every acknowledged write when the process is killed', { timeout: 60_000 }, async () => {
    const last = await writeUntilKilled(500)
    const store = openStore(file)
    expect(last).toBeGreaterThan(0)
    expect(store.count({ kind: 'Boat' })).toBeGreaterThanOrEqual(last)
    // Two rows in one transaction: never one without the other.
    expect(store.count({ kind: 'Boat' })).toBe(store.count({ kind: 'Twin' }))
    store.close()
  })

  it.each([
    { durability: 'normal', expected: 1 },
    { durability: 'full', expected: 2 },
  ] as const)('opened with durability $durability has SQLite wait for the disk accordingly', ({ durability, expected }) => {
    const database = openDatabase(file, durability)
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: expected })
    database.close()
  })
})

describe('inspectStateFile', () => {
  it('does not create a file', () => {
    expect(inspectStateFile(file)).toBe(`${file} does not exist yet; the sandbox creates it when it starts`)
    expect(existsSync(file)).toBe(false)
  })

  it('counts the objects of a file and does not change it', () => {
    const store = openStore(file)
    for (const id of ['a', 'b']) store.put(boat(id))
    store.close()
    const expected = `${file} can be used: 2 stored objects, ${Math.ceil(statSync(file).size / 1024)} KiB`
    expect([inspectStateFile(file), inspectStateFile(file)]).toEqual([expected, expected])
  })
})

function execute(sql: string): void {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}

function fillFile(): string {
  const store = openStore(file)
  store.transaction(() => {
    for (let n = 0; n < 500; n += 1) store.put(boat(String(n), { name: 'x'.repeat(200) }))
  })
  store.close()
  return file
}

function damagePages(): void {
  const bytes = readFileSync(fillFile())
  writeFileSync(file, bytes.fill(0xa5, 8192, 24_576))
}

/** Kills a process that writes and prints the number of each write. @returns the last number that it printed */
async function writeUntilKilled(milliseconds: number): Promise<number> {
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
  let output = ''
  let timer: NodeJS.Timeout | undefined
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-100)
    timer ??= setTimeout(() => child.kill('SIGKILL'), milliseconds)
  })
  await new Promise((resolve) => {
    child.on('close', resolve)
  })
  return Number(output.split('\n').at(-2))
}
