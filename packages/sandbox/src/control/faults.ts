/** Failures on demand: an operation, or all, answers with a status, late, not at all, or with an action that ends in error. */
import type { CutAt } from '../http/messages.ts'

export interface Fault {
  /** An operationId, or `*`. */
  readonly operation: string
  /** Answers with this status instead of doing anything. */
  readonly status?: number
  /** With `status`: the header `retry-after`, in seconds. */
  readonly retry_after?: number
  /** Holds the answer back. */
  readonly latency_ms?: number
  /** Ends the connection: `before` anything is done, `after` it was done, or in the `middle` of the answer. */
  readonly cut?: CutAt
  /** The actions that the operation starts end in error, and do nothing. */
  readonly action?: 'errored'
  /** How many more times; for ever when left out. */
  readonly times?: number
  /** The share of requests that are hit, from 0 to 1; all of them when left out. */
  readonly rate?: number
}

/** What one request meets. */
export interface Strike {
  readonly status?: number
  readonly operation?: string
  readonly retryAfter?: number
  readonly latency: number
  readonly cut?: CutAt
}

export interface Faults {
  readonly add: (fault: Fault) => void
  readonly list: () => readonly Fault[]
  readonly clear: () => void
  /** What is meant for the operation, now. Counts it. */
  readonly strike: (operation: string) => Strike | undefined
  /** Whether the operation is made to fail with a status of the server's. */
  readonly isDown: (operation: string) => boolean
  /** Whether actions that start now are to end in error. */
  readonly failsActions: () => boolean
  /** The request is over. */
  readonly settle: () => void
}

export function createFaults(random: () => number): Faults {
  let faults: readonly Fault[] = []
  let isFailing = false
  return {
    add: (fault) => {
      faults = [...faults, fault]
    },
    list: () => faults,
    clear: () => {
      faults = []
    },
    strike: (operation) => {
      if (faults.length === 0) return undefined
      const meant = faults.filter((fault) => fault.operation === operation || fault.operation === '*')
      const hits = meant.filter(({ rate }) => rate === undefined || random() < rate)
      if (hits.length === 0) return undefined
      faults = faults.flatMap((fault) => (hits.includes(fault) ? countDown(fault) : [fault]))
      isFailing = hits.some(({ action }) => action === 'errored')
      const answers = hits.find(({ status }) => status !== undefined)
      const cut = hits.find((hit) => hit.cut !== undefined)?.cut
      return {
        latency: hits.reduce((sum, { latency_ms: latency = 0 }) => sum + latency, 0),
        ...(cut !== undefined && { cut }),
        ...(answers?.status !== undefined && { status: answers.status, operation: answers.operation }),
        ...(answers?.retry_after !== undefined && { retryAfter: answers.retry_after }),
      }
    },
    isDown: (operation) => faults.some((fault) => fault.operation === operation && (fault.status ?? 0) >= 500),
    failsActions: () => isFailing,
    settle: () => {
      isFailing = false
    },
  }
}

function countDown(fault: Fault): Fault[] {
  if (fault.times === undefined) return [fault]
  return fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : []
}
