import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Outline, readOutline } from './read-outline.ts'

/** Every text of the folder that has a table of operations. @throws Error when none has, and when one cannot be read */
export function readOutlines(folder: string): Outline[] {
  const files = readdirSync(folder).filter((name) => /\.(?:md|txt)$/.test(name))
  const outlines = files.toSorted().flatMap((file) => readOutline(file, readFileSync(join(folder, file), 'utf8')) ?? [])
  if (outlines.length === 0) throw new Error(`No text in ${folder} has a table whose first column is "Operation".`)
  return outlines
}
