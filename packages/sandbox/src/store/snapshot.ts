/** Creates and restores snapshots of all tables. */
import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { createFieldTriggers, dropFieldTriggers } from './indexed-fields.ts'
import { checkSnapshot } from './open-database.ts'
import type { Snapshot } from './store.ts'

export interface MemorySnapshot extends Snapshot {
  readonly close: () => void
}

/** Creates a database in memory that SQLite can attach by name, until it is closed. */
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
 * @param transaction restores all tables or none
 * @param after called in the same transaction
 * @throws StateFileError for a snapshot that is damaged or of another format
 */
export function restoreSnapshot(
  database: DatabaseSync,
  snapshot: Snapshot,
  transaction: (work: () => void) => void,
  after: () => void,
  tableNames: readonly string[] = tables,
): void {
  attachSnapshot(database, snapshot, 'copy', () =>
    transaction(() => {
      database.exec(dropFieldTriggers)
      for (const table of [...tableNames, 'indexed'])
        database.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM copy.${table}`)
      database.exec(createFieldTriggers)
      after()
    }),
  )
}

/** Attaches a snapshot while `work` runs. @throws StateFileError when the file is no state file, is damaged, or has another format */
export function attachSnapshot<T>(database: DatabaseSync, { file, isVerified = false }: Snapshot, name: string, work: () => T): T {
  if (!isVerified) checkSnapshot(file)
  database.prepare(`ATTACH ? AS ${name}`).run(file)
  try {
    return work()
  } finally {
    database.exec(`DETACH ${name}`)
  }
}
