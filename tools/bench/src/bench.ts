import type { Row } from './row.ts'

export interface Bench {
  readonly name: string
  /** One line for the help page. */
  readonly about: string
  /** How often each subject is run unless the user says otherwise; more for what is short and noisy. */
  readonly runs: number
  readonly measure: (context: BenchContext) => Promise<Row[]>
}

export interface BenchContext {
  readonly runs: number
  readonly progress: (line: string) => void
}
