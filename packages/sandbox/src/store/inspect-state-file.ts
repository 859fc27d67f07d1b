/** Tells whether a start could use a state file, by opening it as a start does. */
import { existsSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { openDatabase } from './open-database.ts'

/** @returns one sentence; @throws StateFileError when the file could not be used */
export function inspectStateFile(file: string): string {
  if (!existsSync(file)) return `${file} is not there yet; a start makes it`
  const database: DatabaseSync = openDatabase(file)
  try {
    const { n } = database.prepare('SELECT count(*) AS n FROM rows').get() as { readonly n: number }
    return `${file} can be used: ${n} stored objects, ${Math.ceil(statSync(file).size / 1024)} KiB`
  } finally {
    database.close()
  }
}
