import { existsSync, statSync } from 'node:fs'
import { openDatabase } from './open-database.ts'

/**
 * Opens a state file as a start does.
 *
 * @returns one sentence
 * @throws StateFileError when a start would refuse the file
 */
export function inspectStateFile(file: string): string {
  if (!existsSync(file) && !existsSync(`${file}-wal`)) return `${file} is not there yet; a start makes it`
  const database = openDatabase(file)
  try {
    const { n } = database.prepare('SELECT count(*) AS n FROM rows').get() as { readonly n: number }
    return `${file} can be used: ${n} stored objects, ${Math.ceil(statSync(file).size / 1024)} KiB`
  } finally {
    database.close()
  }
}
