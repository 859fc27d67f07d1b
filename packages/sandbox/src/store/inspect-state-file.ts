import { existsSync, statSync } from 'node:fs'
import { openDatabase } from './open-database.ts'

/**
 * Checks a state file by opening it.
 *
 * @returns one sentence
 * @throws StateFileError when the file cannot be used
 */
export function inspectStateFile(file: string): string {
  if (!existsSync(file) && !existsSync(`${file}-wal`)) return `${file} does not exist yet; the sandbox creates it when it starts`
  const database = openDatabase(file)
  try {
    const { n } = database.prepare('SELECT count(*) AS n FROM rows').get() as { readonly n: number }
    return `${file} can be used: ${n} stored objects, ${Math.ceil(statSync(file).size / 1024)} KiB`
  } finally {
    database.close()
  }
}
