import type { Row } from './row.ts'

export interface Bench {
  readonly name: string
  /** One line for the help page. */
  readonly about: string
  /** Default number of runs per subject; higher for short and noisy measurements. */
  readonly runs: number
  readonly measure: (context: BenchContext) => Promise<Row[]>
}

export interface BenchContext {
  readonly runs: number
  readonly progress: (line: string) => void
}
