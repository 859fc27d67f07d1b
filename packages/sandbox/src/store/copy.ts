/** Takes and puts back a copy of all tables, as one file's worth of bytes. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

export function backupTo(database: DatabaseSync): Uint8Array {
  return withFile((file) => {
    database.prepare('VACUUM INTO ?').run(file)
    return readFileSync(file)
  })
}

/** Inside a transaction: either all tables are as in the copy, or none has changed. */
export function restoreFrom(database: DatabaseSync, copy: Uint8Array): void {
  withFile((file) => {
    writeFileSync(file, copy)
    const tables = ['rows', 'counters', 'settings', 'dues'] as const
    const from = new (database.constructor as typeof DatabaseSync)(file, { readOnly: true })
    try {
      for (const table of tables) {
        database.exec(`DELETE FROM ${table}`)
        for (const row of from.prepare(`SELECT * FROM ${table}`).iterate() as Iterable<Record<string, string | number | null>>) {
          const values = Object.values(row)
          database.prepare(`INSERT INTO ${table} VALUES (${values.map(() => '?').join(', ')})`).run(...values)
        }
      }
    } finally {
      from.close()
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
