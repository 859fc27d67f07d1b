/** Injected failures: an error status, a delay, a closed connection, or an action that ends in error. */
import type { CutAt } from '../http/messages.ts'

export interface Fault {
  /** An operationId, or `*`. */
  readonly operation: string
  /** Matches only operations of this family. */
  readonly family?: string
  /** Matches only requests about this region, or about an object in it. */
  readonly region?: string
  /** Status of the error response; the operation does not run. */
  readonly status?: number
  /** Header `retry-after` of the error response, in seconds. Requires `status`. */
  readonly retry_after?: number
  /** Delay before the response. */
  readonly latency_ms?: number
  /** Closes the connection `before` the operation runs, `after` it, or in the `middle` of the response. */
  readonly cut?: CutAt
  /** Actions of the operation end in error and change nothing. */
  readonly action?: 'errored'
  /** Maximum number of further matches; unlimited if absent. */
  readonly times?: number
  /** Probability of a match, from 0 to 1; default 1. */
  readonly rate?: number
}

/** Combined effect of all faults that match a request. */
export interface MatchedFault {
  readonly status?: number
  readonly operation?: string
  readonly retryAfter?: number
  readonly latency: number
  readonly cut?: CutAt
}

/** Active fault. */
export interface ListedFault extends Fault {
  readonly id: number
  /** Number of matched requests. */
  readonly strikes: number
}

/** Properties of a request that faults match. */
export interface FaultTarget {
  readonly id: string
  readonly family: string
  /** Regions of the request and its object. */
  readonly regions: () => readonly string[]
}

export interface Faults {
  readonly add: (fault: Fault) => void
  readonly list: () => readonly ListedFault[]
  readonly clear: () => void
  /** @returns true if the fault existed */
  readonly remove: (id: number) => boolean
  /** Finds the faults of a request, and counts the match. */
  readonly matchFault: (target: FaultTarget) => MatchedFault | undefined
  /** True while a fault makes the operation fail with a 5xx status. */
  readonly isDown: (operation: string) => boolean
  /** True while a fault of the current request makes its actions end in error. */
  readonly failsActions: () => boolean
  /** Ends the effect on the actions of the current request. */
  readonly endRequest: () => void
  /** Reads the faults from the storage after a change by another replica. */
  readonly reload: () => void
}

/** Storage that replicas share. */
export interface FaultStorage {
  readonly read: () => string | undefined
  readonly write: (text: string) => void
}

export function createFaults(random: () => number, storage?: FaultStorage): Faults {
  let faults: readonly ListedFault[] = []
  let last = 0
  let isFailing = false
  const save = (next: readonly ListedFault[]) => {
    faults = next
    storage?.write(JSON.stringify({ faults, last }))
  }
  return {
    add: (fault) => save([...faults, { ...fault, id: (last += 1), strikes: 0 }]),
    list: () => faults,
    clear: () => {
      if (faults.length > 0) save([])
    },
    remove: (id) => {
      const remaining = faults.filter((fault) => fault.id !== id)
      const isFound = remaining.length < faults.length
      if (isFound) save(remaining)
      return isFound
    },
    matchFault: (target) => {
      if (faults.length === 0) return undefined
      const candidates = faults.filter((fault) => matchesTarget(fault, target))
      const hits = candidates.filter(({ rate }) => rate === undefined || random() < rate)
      if (hits.length === 0) return undefined
      save(faults.flatMap((fault) => (hits.includes(fault) ? countDown(fault) : [fault])))
      isFailing = hits.some(({ action }) => action === 'errored')
      const withStatus = hits.find(({ status }) => status !== undefined)
      const cut = hits.find((hit) => hit.cut !== undefined)?.cut
      return {
        latency: hits.reduce((sum, { latency_ms: latency = 0 }) => sum + latency, 0),
        ...(cut !== undefined && { cut }),
        ...(withStatus?.status !== undefined && { status: withStatus.status, operation: withStatus.operation }),
        ...(withStatus?.retry_after !== undefined && { retryAfter: withStatus.retry_after }),
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

function matchesTarget({ operation, family, region }: Fault, target: FaultTarget): boolean {
  if (operation !== '*' && operation !== target.id) return false
  if (family !== undefined && family !== target.family) return false
  return region === undefined || target.regions().includes(region)
}

function countDown({ times, strikes, ...fault }: ListedFault): ListedFault[] {
  const updated = { ...fault, strikes: strikes + 1 }
  if (times === undefined) return [updated]
  return times > 1 ? [{ ...updated, times: times - 1 }] : []
}
