/** Opens a state file. Nothing is written before the file is known to be a state file. */
import { closeSync, existsSync, openSync, renameSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describeWriteFailure } from './describe-write-failure.ts'
import { schema, stateFormat } from './schema.ts'
import { type Durability, StateFileError } from './store.ts'

/** "Spdr" in the header of every state file, which marks it as a database of the sandbox. */
const applicationId = 0x53_70_64_72
/** Files up to this size are checked page by page when they are opened; for larger ones the check would slow down the start. */
const maxCheckedBytes = 32 * 1024 * 1024

/** @throws StateFileError for a file that is in use, damaged, newer or of another program; the file is not changed */
export function openDatabase(file: string, durability: Durability = 'normal'): DatabaseSync {
  // SQLite would delete the log of a missing file.
  if (getFileSize(file) === 0 && getFileSize(getLogPath(file)) > 0) {
    const state = existsSync(file) ? 'empty' : 'gone'
    throw new StateFileError(`${file} is ${state}, but its log ${getLogPath(file)} exists. Put the file back, or move the log away.`)
  }
  const database = lockDatabase(file)
  try {
    prepareDatabase(database, durability)
    return database
  } catch (error) {
    closeUnchanged(database, file, error)
    throw describeDatabaseError(file, error)
  }
}

/** @throws StateFileError when the file is no state file, is damaged, or has another format */
export function checkSnapshot(file: string): void {
  // SQLite would take an empty file for a new database.
  if (getFileSize(file) === 0) throw new StateFileError(`${file} is empty.`)
  lockDatabase(file).close()
}

/** Opens and locks a database without writing to it. */
function lockDatabase(file: string): DatabaseSync {
  let database: DatabaseSync
  try {
    if (file !== ':memory:') createPrivateFile(file)
    database = new DatabaseSync(file)
  } catch (error) {
    throw describeDatabaseError(file, error)
  }
  try {
    // One process owns the file. The lock is the operating system's, so it ends with the process, however that ends.
    database.exec(getFileSize(file) === 0 ? lockNewFile : 'PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = 0')
    const version = readNumber(database, 'user_version')
    const isNew = version === 0 && readNumber(database, 'schema_version') === 0
    if (!isNew && readNumber(database, 'application_id') !== applicationId) {
      throw new StateFileError(`${file} is a database of another program. Choose another --state file.`)
    }
    if (!isNew && version !== stateFormat) {
      const fix = version > stateFormat ? 'Update the sandbox.' : 'Choose another --state file.'
      throw new StateFileError(`${file} has format ${version}; this version of the sandbox reads format ${stateFormat}. ${fix}`)
    }
    if (!isNew && getFileSize(file) <= maxCheckedBytes) checkPages(database, file)
    return database
  } catch (error) {
    closeUnchanged(database, file, error)
    throw describeDatabaseError(file, error)
  }
}

/**
 * Locks an empty file for writing before it is read. If two processes read it first, neither can write. The wait lets one of two processes
 * that lock it at the same time succeed.
 */
const lockNewFile = `
  PRAGMA busy_timeout = 500; BEGIN EXCLUSIVE; PRAGMA locking_mode = EXCLUSIVE; COMMIT; PRAGMA busy_timeout = 0`

/**
 * Closes a rejected file without writing its log into it, by moving the file: SQLite then skips that write. It never writes the log of a
 * file that another process has locked, and a third process could create a new file while that one is moved.
 */
function closeUnchanged(database: DatabaseSync, file: string, error: unknown): void {
  const movedFile = `${file}.refused`
  const isMoved = getErrorCode(error) !== inUse && getFileSize(getLogPath(file)) > 0 && tryRename(file, movedFile)
  database.close()
  if (isMoved) renameSync(movedFile, file)
}

function tryRename(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch {
    // Windows cannot move an open file.
    return false
  }
}

/** Creates a missing file that only its owner can read. SQLite gives its log the same permissions. */
function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch {
    // The file exists, or SQLite reports why it cannot be created.
  }
}

/** SQLite's write-ahead log. */
const getLogPath = (file: string) => `${file}-wal`

/** Creates the tables of a new file. */
function prepareDatabase(database: DatabaseSync, durability: Durability): void {
  // A commit is written to the log before it is acknowledged, so it survives `kill -9`. NORMAL only skips the wait for the disk, so the
  // last commits can be lost in a power failure.
  const synchronous = durability === 'full' ? 'FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON' : 'NORMAL'
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000`)
  // A checkpoint, which waits for the disk, every 40 MB instead of SQLite's default of 4 MB.
  database.exec('PRAGMA wal_autocheckpoint = 10000')
  if (readNumber(database, 'user_version') === stateFormat) return
  database.exec(`BEGIN IMMEDIATE; ${schema}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${stateFormat}; COMMIT`)
}

function checkPages(database: DatabaseSync, file: string): void {
  const [finding] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})
  if (finding !== 'ok') throw new StateFileError(`${file} is damaged (${String(finding).replaceAll(/\s+/g, ' ')}).`)
}

function readNumber(database: DatabaseSync, pragma: string): number {
  return Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])
}

function getFileSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** Error code of SQLite for a file that another connection has locked. */
const inUse = 5

/** Returns the primary error code of an error of SQLite, which is its low byte; 0 for other errors. */
const getErrorCode = (error: unknown) => ((error as { readonly errcode?: number }).errcode ?? 0) & 0xff

/** Converts an error of SQLite to a message about the file; returns any other error unchanged. */
export function describeDatabaseError(file: string, error: unknown): Error {
  if (error instanceof StateFileError || !(error instanceof Error)) return error as Error
  const messages: Readonly<Record<number, string>> = {
    [inUse]: `${file} is in use by another sandbox. Stop that one, or choose another --state file.`,
    8: `${file} cannot be written. Check its permissions, or choose another --state file.`,
    11: `${file} is damaged.`,
    14: `${file} cannot be opened. Check that its folder exists and can be written.`,
    26: `${file} is not a state file of the sandbox and was not changed. Choose another --state file.`,
  }
  const writeFailure = describeWriteFailure(error)
  const message = messages[getErrorCode(error)] ?? (writeFailure && `${file}: ${writeFailure}`)
  return message === undefined ? error : new StateFileError(message, { cause: error })
}
