/** Takes and puts back a copy of all tables, as one file's worth of bytes. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { openDatabase } from './open-database.ts'
import { StateFileError } from './store.ts'

export function backupTo(database: DatabaseSync): Uint8Array {
  return withFile((file) => {
    database.prepare('VACUUM INTO ?').run(file)
    return readFileSync(file)
  })
}

const tables = ['rows', 'counters', 'settings', 'dues'] as const

/**
 * @param transaction either all tables are as in the copy, or none has changed
 * @throws StateFileError for a copy that is damaged or newer
 */
export function restoreFrom(database: DatabaseSync, copy: Uint8Array, transaction: (work: () => void) => void): void {
  withFile((file) => {
    // SQLite would take an empty file for a new database.
    if (copy.length === 0) throw new StateFileError('The copy is empty.')
    writeFileSync(file, copy)
    // As a state file is opened: a copy of an older version is brought up to date, any other is refused.
    openDatabase(file).close()
    database.prepare('ATTACH ? AS copy').run(file)
    try {
      transaction(() => {
        for (const table of tables) database.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM copy.${table}`)
      })
    } finally {
      database.exec('DETACH copy')
    }
  })
}

function withFile<T>(work: (file: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-'))
  try {
    return work(join(folder, 'copy.db'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
