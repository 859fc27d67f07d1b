/** Takes and puts back a copy of all tables. */
import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { createFieldTriggers, dropFieldTriggers } from './indexed-fields.ts'
import { checkSnapshot } from './open-database.ts'
import type { Snapshot } from './store.ts'

export interface MemorySnapshot extends Snapshot {
  readonly close: () => void
}

/** A file in this process's memory, under a name that SQLite knows. It is there until it is closed. */
export function createMemorySnapshot(): MemorySnapshot {
  const file = `file:/${randomUUID()}?vfs=memdb`
  const holder = new DatabaseSync(file)
  return { file, isVerified: true, close: () => holder.close() }
}

export const tables = ['rows', 'fields', 'counters', 'jobs'] as const

export function clearTables(database: DatabaseSync): void {
  database.exec(`${dropFieldTriggers}; ${tables.map((table) => `DELETE FROM ${table}`).join('; ')}; ${createFieldTriggers}`)
}

/**
 * @param transaction either all tables are as in the copy, or none has changed
 * @param after what is done to them in the same transaction
 * @throws StateFileError for a copy that is damaged or of another format
 */
export function restoreSnapshot(
  database: DatabaseSync,
  copy: Snapshot,
  transaction: (work: () => void) => void,
  after: () => void,
  tableNames: readonly string[] = tables,
): void {
  attachSnapshot(database, copy, 'copy', () =>
    transaction(() => {
      database.exec(dropFieldTriggers)
      for (const table of [...tableNames, 'indexed'])
        database.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM copy.${table}`)
      database.exec(createFieldTriggers)
      after()
    }),
  )
}

/** @throws StateFileError when the file is no state, is damaged, or has another format */
export function attachSnapshot<T>(database: DatabaseSync, { file, isVerified = false }: Snapshot, name: string, work: () => T): T {
  if (!isVerified) checkSnapshot(file)
  database.prepare(`ATTACH ? AS ${name}`).run(file)
  try {
    return work()
  } finally {
    database.exec(`DETACH ${name}`)
  }
}
