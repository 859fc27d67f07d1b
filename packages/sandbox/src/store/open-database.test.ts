/** What a start, or a doctor, says of a state file. */
import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { inspectStateFile } from './inspect-state-file.ts'
import { digestOf } from './keep-witness.ts'
import { checkedBytes, explain, openDatabase, sizeOf } from './open-database.ts'
import { openStore } from './sqlite-store.ts'
import { DamagedFileError, StateFileError } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'spindrift-open-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sqlite = (errcode: number) => Object.assign(new Error('of SQLite'), { errcode })

describe('an error of SQLite', () => {
  it.each([
    { given: 5, want: 'f.db is in use by another sandbox. Stop that one, or choose another --state file.' },
    { given: 8, want: 'f.db cannot be written. Check its permissions, or choose another --state file.' },
    { given: 11, want: 'f.db is damaged.' },
    { given: 13, want: 'f.db: The disk of the state file is full. Make room and try again.' },
    { given: 10 + 3 * 256, want: 'f.db: The state file cannot be written. Check its disk.' },
    { given: 14, want: 'f.db cannot be opened. Check that its folder exists and can be written.' },
    { given: 26, want: 'f.db is not a state file of the sandbox. It was left as it is; choose another --state file.' },
  ])('$given is one sentence', ({ given, want }) => {
    const error = sqlite(given)
    const told = explain('f.db', error)
    expect(told).toBeInstanceOf(StateFileError)
    expect([told.message, told.cause, told instanceof DamagedFileError]).toEqual([want, error, given === 11])
  })

  it('that is none of these, or was told already, is left as it is', () => {
    for (const error of [sqlite(1), new Error('none of SQLite'), new StateFileError('told')]) expect(explain('f.db', error)).toBe(error)
  })
})

describe('a file', () => {
  const make = (name: string, bytes = '') => {
    const file = join(folder, name)
    writeFileSync(file, bytes)
    return file
  }

  it('of another program is refused and not written to', () => {
    const file = join(folder, 'other.db')
    const other = new DatabaseSync(file)
    other.exec('CREATE TABLE t (a)')
    other.close()
    expect(() => openDatabase(file)).toThrow(`${file} is a database of another program. Choose another --state file.`)
    const versioned = join(folder, 'versioned.db')
    const also = new DatabaseSync(versioned)
    also.exec('PRAGMA user_version = 1')
    also.close()
    expect(() => openDatabase(versioned)).toThrow('is a database of another program')
  })

  it('that is no database, or in no folder, is refused', () => {
    const file = make('text.db', 'no database at all, and long enough to be looked at. '.repeat(40))
    expect(() => openDatabase(file)).toThrow(`${file} is not a state file of the sandbox.`)
    expect(() => openDatabase(join(folder, 'none/state.db'))).toThrow('cannot be opened. Check that its folder exists and can be written.')
  })

  it('of a newer version is refused with both numbers', () => {
    const file = join(folder, 'newer.db')
    openDatabase(file).close()
    const database = new DatabaseSync(file)
    const { user_version: known } = database.prepare('PRAGMA user_version').get() as { user_version: number }
    database.exec(`PRAGMA user_version = ${known + 1}`)
    database.close()
    expect(() => openDatabase(file)).toThrow(`(format ${known + 1}, this one knows ${known}). Update it.`)
  })

  it('is known by its bytes up to 32 MiB, and one that is not there by none', () => {
    const file = make('large.db')
    expect(digestOf(file)).toMatch(/^e3b0c44298fc1c14/)
    truncateSync(file, checkedBytes)
    expect(digestOf(file)).toMatch(/^[0-9a-f]{64}$/)
    truncateSync(file, checkedBytes + 1)
    expect([digestOf(file), digestOf(`${file}.none`), sizeOf(`${file}.none`)]).toEqual(['', '', 0])
  })
})

describe('looked at before a start,', () => {
  it('a file that is not there is made by it', () => {
    const file = join(folder, 'new.db')
    expect(inspectStateFile(file)).toBe(`${file} is not there yet; a start makes it`)
    expect(sizeOf(file)).toBe(0)
  })

  it('a file has so many objects, and is not changed by being looked at', () => {
    const file = join(folder, 'state.db')
    const store = openStore(file)
    store.put({ kind: 'Tag', id: 'a', text: '{}' })
    store.put({ kind: 'Tag', id: 'b', text: '{}' })
    store.close()
    const want = `${file} can be used: 2 stored objects, ${Math.ceil(statSync(file).size / 1024)} KiB`
    expect([inspectStateFile(file), inspectStateFile(file)]).toEqual([want, want])
  })

  it('a file that is gone beside its witness is a refusal', () => {
    const file = join(folder, 'gone.db')
    openStore(file).close()
    rmSync(file)
    expect(() => inspectStateFile(file)).toThrow(/is gone, and beside it is still .*\.witness/)
  })
})
