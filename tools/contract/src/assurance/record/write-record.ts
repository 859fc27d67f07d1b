/** The page of figures. Nothing in it is written by hand. */
import { type Proof, proofs, writeCommand } from './proofs.ts'

export interface Result {
  readonly proof: Proof
  /** The last line that the command printed. */
  readonly figures: Readonly<Record<string, unknown>> & { readonly passed: number; readonly total: number }
  readonly held: boolean
  readonly seconds: number
}

/** What else stands in a line of figures is on the page when it is a number, a list of names, or names with a reason or with counts each. */
const hidden = new Set(['check', 'passed', 'total', 'findings', 'seed'])

function writeFigure(value: unknown): string | undefined {
  if (typeof value === 'number') return value.toLocaleString('en')
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) return value.length > 0 && value.every((each) => typeof each === 'string') ? value.join(', ') : undefined
  const parts = Object.entries(value).map(([name, about]) => {
    const written = typeof about === 'string' ? about : writeCounts(about)
    return written === undefined ? undefined : `${name} (${written})`
  })
  return parts.length === 0 || parts.includes(undefined) ? undefined : parts.join(', ')
}

function writeCounts(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const counts = Object.entries(value)
  if (!counts.every((entry): entry is [string, number] => typeof entry[1] === 'number')) return undefined
  return counts.map(([name, count]) => `${name} ${count.toLocaleString('en')}`).join(', ')
}

/** @param before the page as it stands: the rows of other proofs are kept from it */
export function writeRecord(results: readonly Result[], on: string, before = ''): string {
  const rows = new Map(before.split('\n').flatMap((row) => [...row.matchAll(commandOfRow)].map(([, command]) => [command, row] as const)))
  for (const result of results) rows.set(writeCommand(result.proof), writeRow(result, on))
  return [
    '# What holds',
    '',
    'Printed by the commands beside the figures, one run each, on the day that the row ends with. `pnpm prove assurance --write` runs them all and writes this page.',
    '',
    '| what | command | held | covered | figures | cannot see | s | on |',
    '|---|---|---|---|---|---|---|---|',
    ...proofs.flatMap((proof) => rows.get(writeCommand(proof)) ?? []),
    '',
  ].join('\n')
}

/** A row with all eight cells. */
const commandOfRow = /^\| [^|]* \| `([^`]*)` \|(?: [^|]* \|){6}$/g

function writeRow({ proof, figures, seconds }: Result, on: string): string {
  const more = Object.entries(figures).flatMap(([name, value]) => {
    const written = hidden.has(name) ? undefined : writeFigure(value)
    return written === undefined ? [] : [`${name.replaceAll('_', ' ')} ${written}`]
  })
  const held = `${figures.passed.toLocaleString('en')} of ${figures.total.toLocaleString('en')}`
  const cells = [proof.shows, `\`${writeCommand(proof)}\``, held, proof.covers, more.join('; '), proof.unseen, seconds.toFixed(0), on]
  return `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`
}

/** @throws Error when the command ended without its line of figures */
export function readFigures(proof: Proof, output: string): Result['figures'] {
  const line = output.trimEnd().split('\n').at(-1) ?? ''
  try {
    const figures = JSON.parse(line) as Result['figures']
    if (typeof figures.passed === 'number' && typeof figures.total === 'number') return figures
  } catch {
    // The error below says it.
  }
  throw new Error(`${writeCommand(proof)} ended without its line of figures; the last was: ${line.slice(0, 200)}`)
}
