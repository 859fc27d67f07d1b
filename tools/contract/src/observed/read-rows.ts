/** Reads spec/observed.tsv: what the platform was seen to answer, one reply or fact a row. */
import { readFileSync } from 'node:fs'

export interface Row {
  readonly id: string
  readonly family: string
  readonly method: string
  readonly path: string
  /** When it was answered so. */
  readonly condition: string
  /** The status that was seen, or several that are one to clients (`404|422`); empty when the row tells something else. */
  readonly status: string
  /** The `id` of the error's body; empty where none was seen. */
  readonly error: string
  /** The error's message to the letter, with `{…}` for what changes and `…` at either end for the rest of it. */
  readonly message: string
  /** What else was seen. A case has to look at it. */
  readonly fact: string
  readonly certainty: string
  readonly source: string
  /** Why the sandbox answers otherwise. A row that has one is not run. */
  readonly exception: string
}

const columns = [
  'id',
  'family',
  'method',
  'path',
  'condition',
  'status',
  'error',
  'message',
  'fact',
  'certainty',
  'source',
  'exception',
] as const satisfies readonly (keyof Row)[]

/** @throws Error naming the line that has not one value for each column, or an id for the second time */
export function readRows(file: string): Row[] {
  const [head = '', ...lines] = readFileSync(file, 'utf8').replace(/\n$/, '').split('\n')
  if (head !== columns.join('\t')) throw new Error(`${file}:1: the columns must be ${columns.join(', ')}.`)
  const ids = new Set<string>()
  return lines.map((line, index) => {
    const values = line.split('\t')
    const at = `${file}:${index + 2}`
    if (values.length !== columns.length) throw new Error(`${at}: has ${values.length} values; it needs ${columns.length}.`)
    const row = Object.fromEntries(columns.map((column, place) => [column, values[place] ?? ''])) as unknown as Row
    if (ids.has(row.id)) throw new Error(`${at}: ${row.id} stands there twice.`)
    ids.add(row.id)
    return row
  })
}
