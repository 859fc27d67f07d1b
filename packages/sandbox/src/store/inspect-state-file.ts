/** Tells whether a start could use a state file, by opening it as a start does. */
import { existsSync, statSync } from 'node:fs'
import { openState } from './open-state.ts'
import { witnessOf } from './witness.ts'

/** @returns one sentence, and one for everything that was lost; @throws StateFileError when a start would refuse the file */
export function inspectStateFile(file: string): string {
  if (!existsSync(file) && !existsSync(witnessOf(file))) return `${file} is not there yet; a start makes it`
  const losses: string[] = []
  const { database, close } = openState(file, { onLoss: (sentence) => losses.push(sentence) })
  try {
    const { n } = database.prepare('SELECT count(*) AS n FROM rows').get() as { readonly n: number }
    return [`${file} can be used: ${n} stored objects, ${Math.ceil(statSync(file).size / 1024)} KiB`, ...losses].join('. ')
  } finally {
    close()
  }
}
