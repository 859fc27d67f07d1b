/** Rows of spec/observed.tsv: published replies of the platform, one reply or fact per row. */
import { readFileSync } from 'node:fs'

export interface ObservedRow {
  readonly id: string
  readonly family: string
  readonly method: string
  readonly path: string
  readonly condition: string
  /** The status, or alternatives that clients treat alike (`404|422`); empty where the row states something else. */
  readonly status: string
  /** The `id` of the error body; empty if none was published. */
  readonly error: string
  /** The exact message of the error, with `{…}` for parts that vary and `…` for a beginning or an end left out. */
  readonly message: string
  /** Anything else that was observed. The test of the row asserts it. */
  readonly fact: string
  /** Reason why the sandbox answers differently. Such a row has no test. */
  readonly exception: string
}

/** @throws Error when a line has another number of columns than the first, or an id occurs twice */
export function loadObservedRows(): ObservedRow[] {
  const [head = '', ...lines] = readFileSync(new URL('../../../spec/observed.tsv', import.meta.url), 'utf8')
    .replace(/\n$/, '')
    .split('\n')
  const columns = head.split('\t')
  const rows = lines.map((line, index) => {
    const values = line.split('\t')
    if (values.length !== columns.length)
      throw new Error(`spec/observed.tsv:${index + 2}: expected ${columns.length} values, got ${values.length}.`)
    return Object.fromEntries(columns.map((column, position) => [column, values[position]])) as unknown as ObservedRow
  })
  const repeated = rows.find(({ id }, position) => rows.findIndex((row) => row.id === id) < position)
  if (repeated) throw new Error(`spec/observed.tsv: the id ${repeated.id} occurs twice.`)
  return rows
}

/** `invalid address: {address}` → `^invalid address: .+$`; `…not found` → `not found$` */
export function createMessagePattern(message: string): RegExp {
  const text = message.replaceAll(/^…|…$/g, '').split(/\{[^}]*\}/)
  const pattern = text.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.+')
  return new RegExp(`${message.startsWith('…') ? '' : '^'}${pattern}${message.endsWith('…') ? '' : '$'}`)
}
