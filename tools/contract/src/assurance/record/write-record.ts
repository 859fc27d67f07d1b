/** The page of figures. Nothing in it is written by hand. */
import { type Proof, writeCommand } from './proofs.ts'

export interface Result {
  readonly proof: Proof
  /** The last line that the command printed. */
  readonly figures: Readonly<Record<string, unknown>> & { readonly passed: number; readonly total: number }
  readonly held: boolean
  readonly seconds: number
}

/** What else stands in a line of figures is on the page when it is a number or a list of names. */
const hidden = new Set(['check', 'passed', 'total', 'findings', 'seed'])

function isShown(name: string, value: unknown): boolean {
  const isList = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
  return !hidden.has(name) && (typeof value === 'number' || isList)
}

export function writeRecord(results: readonly Result[], on: string): string {
  const rows = results.map(({ proof, figures, seconds }) => {
    const more = Object.entries(figures)
      .filter(([name, value]) => isShown(name, value))
      .map(
        ([name, value]) => `${name.replaceAll('_', ' ')} ${Array.isArray(value) ? value.join(', ') : Number(value).toLocaleString('en')}`,
      )
    const held = `${figures.passed.toLocaleString('en')} of ${figures.total.toLocaleString('en')}`
    return `| ${[proof.shows, `\`${writeCommand(proof)}\``, held, more.join('; '), seconds.toFixed(0)].join(' | ')} |`
  })
  return [
    '# What holds',
    '',
    `Printed by the commands beside the figures, one run each, ${on}. \`pnpm assurance --write\` runs them all and writes this page.`,
    '',
    '| what | command | held | of it | s |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
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
