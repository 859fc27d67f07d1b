/** Failures on demand: an operation, or all, answers with a status, late, not at all, or with an action that ends in error. */
import type { CutAt } from '../http/messages.ts'

export interface Fault {
  /** An operationId, or `*`. */
  readonly operation: string
  /** Only operations of this family. */
  readonly family?: string
  /** Only requests about this region, or about an object in it. */
  readonly region?: string
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
export interface MatchedFault {
  readonly status?: number
  readonly operation?: string
  readonly retryAfter?: number
  readonly latency: number
  readonly cut?: CutAt
}

/** One that is in force. */
export interface ListedFault extends Fault {
  readonly id: number
  /** How often it struck. */
  readonly strikes: number
}

/** What is about to be done, as far as a fault asks. */
export interface FaultTarget {
  readonly id: string
  readonly family: string
  /** The regions that it is about. */
  readonly regions: () => readonly string[]
}

export interface Faults {
  readonly add: (fault: Fault) => void
  readonly list: () => readonly ListedFault[]
  readonly clear: () => void
  /** @returns whether there was one */
  readonly remove: (id: number) => boolean
  /** What is meant for the operation, now. Counts it. */
  readonly matchFault: (target: FaultTarget) => MatchedFault | undefined
  /** Whether the operation is made to fail with a status of the server's. */
  readonly isDown: (operation: string) => boolean
  /** Whether actions that start now are to end in error. */
  readonly failsActions: () => boolean
  /** The request is over. */
  readonly endRequest: () => void
  /** After what is kept of them may have changed. */
  readonly reload: () => void
}

/** Where faults are kept, for others that are to meet them too. */
export interface FaultStorage {
  readonly read: () => string | undefined
  readonly write: (text: string) => void
}

export function createFaults(random: () => number, storage?: FaultStorage): Faults {
  let faults: readonly ListedFault[] = []
  let last = 0
  let isFailing = false
  const keep = (next: readonly ListedFault[]) => {
    faults = next
    storage?.write(JSON.stringify({ faults, last }))
  }
  return {
    add: (fault) => keep([...faults, { ...fault, id: (last += 1), strikes: 0 }]),
    list: () => faults,
    clear: () => {
      if (faults.length > 0) keep([])
    },
    remove: (id) => {
      const left = faults.filter((fault) => fault.id !== id)
      const isFound = left.length < faults.length
      if (isFound) keep(left)
      return isFound
    },
    matchFault: (target) => {
      if (faults.length === 0) return undefined
      const meant = faults.filter((fault) => isMeant(fault, target))
      const hits = meant.filter(({ rate }) => rate === undefined || random() < rate)
      if (hits.length === 0) return undefined
      keep(faults.flatMap((fault) => (hits.includes(fault) ? countDown(fault) : [fault])))
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
    isDown: (operation) =>
      faults.some((fault) => fault.operation === operation && fault.region === undefined && (fault.status ?? 0) >= 500),
    failsActions: () => isFailing,
    endRequest: () => {
      isFailing = false
    },
    reload: () => {
      if (storage) ({ faults, last } = JSON.parse(storage.read() ?? '{"faults":[],"last":0}') as { faults: ListedFault[]; last: number })
    },
  }
}

function isMeant({ operation, family, region }: Fault, target: FaultTarget): boolean {
  if (operation !== '*' && operation !== target.id) return false
  if (family !== undefined && family !== target.family) return false
  return region === undefined || target.regions().includes(region)
}

function countDown({ times, strikes, ...fault }: ListedFault): ListedFault[] {
  const struck = { ...fault, strikes: strikes + 1 }
  if (times === undefined) return [struck]
  return times > 1 ? [{ ...struck, times: times - 1 }] : []
}
