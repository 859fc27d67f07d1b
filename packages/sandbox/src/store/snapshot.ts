/** Creates and restores snapshots of all tables. */
import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { createFieldTriggers, dropFieldTriggers, fillFields } from './indexed-fields.ts'
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

const isEqual = ['kind', 'parent', 'id', 'text', 'uniq', 'hidden'].map((column) => `same.${column} IS rows.${column}`).join(' AND ')
const replaceChangedRows = `DELETE FROM main.rows WHERE NOT EXISTS (SELECT 1 FROM copy.rows AS same WHERE same.seq = rows.seq AND ${isEqual});
   INSERT INTO main.rows SELECT * FROM copy.rows WHERE seq NOT IN (SELECT seq FROM main.rows)`
const replaceAllRows = `${dropFieldTriggers}; DELETE FROM main.rows; DELETE FROM main.fields; INSERT INTO main.rows SELECT * FROM copy.rows;
   ${fillFields}; ${createFieldTriggers}`

/**
 * Replaces the rows that differ, which are few after most tests. Replaces all when the numbers of rows are far apart.
 * @param transaction restores all tables or none
 * @param after called in the same transaction
 * @throws StateFileError for a snapshot that is damaged or of another format
 */
export function restoreSnapshot(
  database: DatabaseSync,
  snapshot: Snapshot,
  transaction: (work: () => void) => void,
  after: () => void,
  others: readonly string[] = [],
): void {
  attachSnapshot(database, snapshot, 'copy', () =>
    transaction(() => {
      const counts = database.prepare('SELECT (SELECT count(*) FROM main.rows) AS rows, (SELECT count(*) FROM copy.rows) AS copied')
      const { rows, copied } = counts.get() as { readonly rows: number; readonly copied: number }
      database.exec(rows > copied / 2 && rows < copied * 2 ? replaceChangedRows : replaceAllRows)
      for (const table of ['counters', 'jobs', ...others])
        database.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM copy.${table}`)
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
