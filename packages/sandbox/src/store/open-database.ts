/** Opens the file, or says in one sentence why not. Nothing is written before it is known to be ours. */
import { renameSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describeWriteFailure } from './describe-write-failure.ts'
import { migrations } from './migrations.ts'
import { DamagedFileError, type Durability, StateFileError } from './store.ts'

/** "Spdr", in the header of every state file: another program's database is never taken for ours. */
const applicationId = 0x53_70_64_72
/** Up to this many bytes every page is checked when the file is opened; beyond, that would take longer than a start may. */
export const checkedBytes = 32 * 1024 * 1024

/** As a state that is whole by itself, such as a copy: nothing beside it is looked at. */
export function openDatabase(file: string): DatabaseSync {
  const database = lockDatabase(file)
  try {
    // What is read once and closed needs no log of its own, which would have to be written into it again.
    if (readNumber(database, 'user_version') !== migrations.length) prepareDatabase(database, 'normal')
    return database
  } catch (error) {
    database.close()
    throw explain(file, error)
  }
}

/** Whether the copy is of a format before this one. @throws StateFileError where it cannot be taken at all */
export function isOlder(file: string): boolean {
  // SQLite would take an empty file for a new database.
  if (sizeOf(file) === 0) throw new StateFileError(`${file} is empty.`)
  const database = lockDatabase(file)
  try {
    return readNumber(database, 'user_version') !== migrations.length
  } finally {
    database.close()
  }
}

/** Nothing is written yet. @param isKnown its bytes are known to be good: they are not checked again */
export function lockDatabase(file: string, isKnown = false): DatabaseSync {
  const database = open(file)
  try {
    // One process owns the file. The lock is the operating system's, so it ends with the process, however that ends.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = 0')
    const version = readNumber(database, 'user_version')
    const isNew = version === 0 && readNumber(database, 'schema_version') === 0
    if (!isNew && readNumber(database, 'application_id') !== applicationId) {
      throw new StateFileError(`${file} is a database of another program. Choose another --state file.`)
    }
    if (version > migrations.length) {
      throw new StateFileError(
        `${file} was written by a newer version of the sandbox (format ${version}, this one knows ${migrations.length}). Update it.`,
      )
    }
    if (!isNew && !isKnown && sizeOf(file) <= checkedBytes) check(database, file)
    return database
  } catch (error) {
    leaveDatabase(database, file)
    throw explain(file, error)
  }
}

/**
 * Closes a file that is refused, and leaves its log as it is: SQLite, which would write it into the file and delete it, does neither for a
 * file that was moved.
 */
export function leaveDatabase(database: DatabaseSync, file: string): void {
  const away = `${file}.refused`
  const moves = sizeOf(logOf(file)) > 0 && tryMove(file, away)
  database.close()
  if (moves) renameSync(away, file)
}

function tryMove(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch {
    // Windows moves no file that is open.
    return false
  }
}

/** Where SQLite keeps what is not in the file yet. */
export const logOf = (file: string) => `${file}-wal`

/** Brings the tables up to date. */
export function prepareDatabase(database: DatabaseSync, durability: Durability): void {
  // A commit is in the log, and so in the kernel's hands, before it is acknowledged: `kill -9` cannot undo it. NORMAL leaves
  // out only the wait for the disk, which a loss of power would need.
  const synchronous = durability === 'full' ? 'FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON' : 'NORMAL'
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000`)
  // The log goes into the file, which waits for the disk, every 40 MB; SQLite's own 4 MB would have it wait ten times as often.
  database.exec('PRAGMA wal_autocheckpoint = 10000')
  const version = readNumber(database, 'user_version')
  if (version === migrations.length) return
  database.exec('BEGIN IMMEDIATE')
  for (const step of migrations.slice(version)) database.exec(step)
  database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}`)
  database.exec('COMMIT')
}

function open(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file)
  } catch (error) {
    throw explain(file, error)
  }
}

function check(database: DatabaseSync, file: string): void {
  const [finding] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})
  if (finding !== 'ok') throw new DamagedFileError(`${file} is damaged (${String(finding).replaceAll(/\s+/g, ' ')}).`)
}

function readNumber(database: DatabaseSync, pragma: string): number {
  return Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])
}

export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function describeFull(file: string, error: Error): string | undefined {
  const sentence = describeWriteFailure(error)
  return sentence && `${file}: ${sentence}`
}

export function explain(file: string, error: unknown): Error {
  if (error instanceof StateFileError || !(error instanceof Error)) return error as Error
  const code = (error as { readonly errcode?: number }).errcode ?? 0
  const sentences: Readonly<Record<number, string>> = {
    5: `${file} is in use by another sandbox. Stop that one, or choose another --state file.`,
    8: `${file} cannot be written. Check its permissions, or choose another --state file.`,
    [damagedCode]: `${file} is damaged.`,
    14: `${file} cannot be opened. Check that its folder exists and can be written.`,
    26: `${file} is not a state file of the sandbox. It was left as it is; choose another --state file.`,
  }
  // The low byte is the primary code, the rest says more.
  const sentence = sentences[code & 0xff] ?? describeFull(file, error)
  if (sentence === undefined) return error
  return (code & 0xff) === damagedCode ? new DamagedFileError(sentence, { cause: error }) : new StateFileError(sentence, { cause: error })
}

/** SQLITE_CORRUPT. */
const damagedCode = 11
