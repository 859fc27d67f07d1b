/** Takes and puts back a copy of all tables. */
import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { followFields, leaveFields } from './indexed-fields.ts'
import { checkCopy } from './open-database.ts'
import type { Copy } from './store.ts'

export interface MemoryCopy extends Copy {
  readonly close: () => void
}

/** A file in this process's memory, under a name that SQLite knows. It is there until it is closed. */
export function createMemoryCopy(): MemoryCopy {
  const file = `file:/${randomUUID()}?vfs=memdb`
  const holder = new DatabaseSync(file)
  return { file, isKnown: true, close: () => holder.close() }
}

export const tables = ['rows', 'fields', 'counters', 'jobs'] as const

export function emptyTables(database: DatabaseSync): void {
  database.exec(`${leaveFields}; ${tables.map((table) => `DELETE FROM ${table}`).join('; ')}; ${followFields}`)
}

/**
 * @param transaction either all tables are as in the copy, or none has changed
 * @param after what is done to them in the same transaction
 * @throws StateFileError for a copy that is damaged or of another format
 */
export function restoreFrom(
  database: DatabaseSync,
  copy: Copy,
  transaction: (work: () => void) => void,
  after: () => void,
  taken: readonly string[] = tables,
): void {
  attachCopy(database, copy, 'copy', () =>
    transaction(() => {
      database.exec(leaveFields)
      for (const table of [...taken, 'indexed'])
        database.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM copy.${table}`)
      database.exec(followFields)
      after()
    }),
  )
}

/** @throws StateFileError when the file is no state, is damaged, or has another format */
export function attachCopy<T>(database: DatabaseSync, { file, isKnown = false }: Copy, name: string, work: () => T): T {
  if (!isKnown) checkCopy(file)
  database.prepare(`ATTACH ? AS ${name}`).run(file)
  try {
    return work()
  } finally {
    database.exec(`DETACH ${name}`)
  }
}
