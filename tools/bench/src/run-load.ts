/** Puts a server under load from a process of its own, so that the measuring does not slow what is measured. */
import { fileURLToPath } from 'node:url'
import { runChild } from './run-child.ts'

export interface LoadPlan {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** The request line and the headers. */
  readonly head: readonly string[]
  readonly body?: string
  /** Puts a new number where `mark` is, in the head or the body: `from`, `from + step`, …, all below `most`. */
  readonly count?: { readonly mark: string; readonly from: number; readonly step: number; readonly maxNumber: number }
}

export interface LoadResult {
  readonly answers: number
  /** Answers with another status than 2xx. */
  readonly refused: number
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

const program = fileURLToPath(new URL('load-child.ts', import.meta.url))

/** @throws Error when an answer is not a success: its time would say nothing */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const { stdout } = await runChild(process.execPath, [program, JSON.stringify(plan)])
  const result = JSON.parse(stdout) as LoadResult
  if (result.answers === 0) throw new Error(`${plan.head[0]}: no answer in ${plan.seconds} s.`)
  if (result.refused > 0) throw new Error(`${plan.head[0]}: ${result.refused} of ${result.answers} answers were no success.`)
  return result
}
