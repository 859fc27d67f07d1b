/** Puts load on a server from a separate process, so that the measurement does not slow down the server. */
import { fileURLToPath } from 'node:url'
import { runChild } from './run-child.ts'

export interface LoadPlan {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** The request line and the headers. */
  readonly head: readonly string[]
  readonly body?: string
  /** Replaces `mark` in the head or body with a counter: `from`, `from + step`, …, all below `maxNumber`. */
  readonly count?: { readonly mark: string; readonly from: number; readonly step: number; readonly maxNumber: number }
}

export interface LoadResult {
  readonly responses: number
  /** Responses with another status than 2xx. */
  readonly failed: number
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

const program = fileURLToPath(new URL('load-child.ts', import.meta.url))

/** @throws Error when a response is not 2xx, as its time would be misleading */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const { stdout } = await runChild(process.execPath, [program, JSON.stringify(plan)])
  const result = JSON.parse(stdout) as LoadResult
  if (result.responses === 0) throw new Error(`${plan.head[0]}: no response in ${plan.seconds} s.`)
  if (result.failed > 0) throw new Error(`${plan.head[0]}: ${result.failed} of ${result.responses} responses were not 2xx.`)
  return result
}
