/** Reads the rows of docs/assurance.md and formats them with the figures that a verification printed. */
export interface Row {
  /** The row as it is on the page. */
  readonly line: string
  readonly command: string
  /** Arguments of `pnpm verify`. */
  readonly args: readonly string[]
}

export interface VerificationRun {
  /** Last line of the command's output. */
  readonly figures: Readonly<Record<string, unknown>> & { readonly passed: number; readonly total: number }
  readonly passed: boolean
  readonly seconds: number
}

const command = /^pnpm verify (.+)$/

export function listRows(text: string): Row[] {
  return text.split('\n').flatMap((line) => {
    const own = splitCells(line)[1]?.replaceAll('`', '') ?? ''
    const [, args] = command.exec(own) ?? []
    return args === undefined ? [] : [{ line, command: own, args: args.split(' ') }]
  })
}

const splitCells = (line: string) => line.slice(2, -2).split(' | ')

/** Replaces the figures, and keeps what people wrote: the title, the scope and what is not covered. */
export function formatRow({ line }: Row, { figures, seconds }: VerificationRun, on: string): string {
  const [title, own, , scope, , gaps] = splitCells(line)
  const more = Object.entries(figures).flatMap(([name, value]) => {
    const text = hidden.has(name) ? undefined : formatFigure(value)
    return text === undefined ? [] : [`${name.replaceAll('_', ' ')} ${text}`]
  })
  const passed = `${figures.passed.toLocaleString('en')} of ${figures.total.toLocaleString('en')}`
  return `| ${[title, own, passed, scope, more.join('; ').replaceAll('|', '/'), gaps, seconds.toFixed(0), on].join(' | ')} |`
}

/** Figures that the page leaves out. It shows the others if they are numbers, lists of names, or names with a reason or counts. */
const hidden = new Set(['check', 'passed', 'total', 'findings', 'seed'])

function formatFigure(value: unknown): string | undefined {
  if (typeof value === 'number') return value.toLocaleString('en')
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) return value.length > 0 && value.every((each) => typeof each === 'string') ? value.join(', ') : undefined
  const parts = Object.entries(value).map(([name, about]) => {
    const text = typeof about === 'string' ? about : formatCounts(about)
    return text === undefined ? undefined : `${name} (${text})`
  })
  return parts.length === 0 || parts.includes(undefined) ? undefined : parts.join(', ')
}

function formatCounts(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const counts = Object.entries(value)
  if (!counts.every((entry): entry is [string, number] => typeof entry[1] === 'number')) return undefined
  return counts.map(([name, count]) => `${name} ${count.toLocaleString('en')}`).join(', ')
}

/** @throws Error when the command ended without its line of figures */
export function parseFigures(name: string, output: string): VerificationRun['figures'] {
  const line = output.trimEnd().split('\n').at(-1) ?? ''
  try {
    const figures = JSON.parse(line) as VerificationRun['figures']
    if (typeof figures.passed === 'number' && typeof figures.total === 'number') return figures
  } catch {
    // The error below contains it.
  }
  throw new Error(`${name} ended without its line of figures; the last was: ${line.slice(0, 200)}`)
}
