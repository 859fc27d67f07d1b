/** Takes and puts back a copy of all tables. */
import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { followFields, leaveFields } from './indexed-fields.ts'
import { isOlder, openDatabase } from './open-database.ts'

/** A file that is a database by itself. */
export interface Copy {
  readonly file: string
  /** Its bytes are known to be good, and of this version: they are not checked. */
  readonly isKnown?: boolean
}

export interface MemoryCopy extends Copy {
  readonly close: () => void
}

/** A file in this process's memory, under a name that SQLite knows. It is there until it is closed. */
export function createMemoryCopy(): MemoryCopy {
  const file = `file:/${randomUUID()}?vfs=memdb`
  const holder = new DatabaseSync(file)
  return { file, isKnown: true, close: () => holder.close() }
}

export const tables = ['rows', 'fields', 'counters', 'settings', 'dues'] as const

export function emptyTables(database: DatabaseSync): void {
  database.exec(`${leaveFields}; ${tables.map((table) => `DELETE FROM ${table}`).join('; ')}; ${followFields}`)
}

/**
 * @param transaction either all tables are as in the copy, or none has changed
 * @param after what is done to them in the same transaction
 * @throws StateFileError for a copy that is damaged or newer
 */
export function restoreFrom(
  database: DatabaseSync,
  copy: Copy,
  transaction: (work: () => void) => void,
  after: () => void,
  taken: readonly string[] = tables,
): void {
  const take = (from: string) => {
    database.prepare('ATTACH ? AS copy').run(from)
    try {
      transaction(() => {
        database.exec(leaveFields)
        for (const table of [...taken, 'indexed'])
          database.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM copy.${table}`)
        database.exec(followFields)
        after()
      })
    } finally {
      database.exec('DETACH copy')
    }
  }
  withPresent(copy, take)
}

/** Gives `work` the file of a copy as this version has it: one of an older stays as it is, and another of its kind is brought up to date. */
export function withPresent<T>({ file, isKnown = false }: Copy, work: (file: string) => T): T {
  if (isKnown || !isOlder(file)) return work(file)
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-'))
  try {
    const present = join(folder, 'copy.db')
    copyFileSync(file, present)
    openDatabase(present).close()
    return work(present)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
