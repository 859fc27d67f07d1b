/** The requests that other replicas have answered, and what they did when it fell due: asked for when somebody looks, and kept meanwhile. */
import type { OperationRow } from '../../tables/operation-row.ts'
import { BoundedLog } from '../../requests/bounded-log.ts'
import { packRequest, unpackRequest } from '../../requests/pack-logged.ts'
import type { LoggedJob, LoggedRequest, RequestLog } from '../../requests/request-log.ts'
import type { Peers } from './peers.ts'

interface Mirror {
  readonly requests: BoundedLog<LoggedRequest>
  readonly jobs: BoundedLog<LoggedJob>
}

export interface SharedRequests {
  readonly others: () => readonly Mirror[]
  /** Whether an answer to it tells of requests that others may have been asked. */
  readonly isAbout: (url: string) => boolean
  /** Has here what they have. */
  readonly fetch: () => Promise<void>
}

interface Packed {
  readonly requests: readonly ReturnType<typeof packRequest>[]
  readonly jobs: readonly LoggedJob[]
}

/** Of one log, by its own counting. */
type Last = Readonly<Record<string, { readonly request: number; readonly due: number } | undefined>>

const lookedAt = /^\/_sandbox\/(?:requests|objects|dues)\b/

export function createSharedRequests(peers: Peers, log: () => RequestLog, operations: ReadonlyMap<string, OperationRow>): SharedRequests {
  const mirrors = new Map<string, Mirror>()
  const since = (last: { readonly request: number; readonly due: number } = { request: 0, due: 0 }): Packed => ({
    requests: newerThan(log().requests, last.request).map(packRequest),
    jobs: newerThan(log().jobs, last.due),
  })
  peers.on('requests', ({ last }) => since((last as Last)[peers.id]))
  return {
    others: () => [...mirrors.values()],
    isAbout: (url) => lookedAt.test(url),
    fetch: async () => {
      const newest = (entries: Iterable<{ readonly number: number }>) => entries[Symbol.iterator]().next().value?.number ?? 0
      const last: Last = Object.fromEntries(
        [...mirrors].map(([id, { requests, jobs }]) => [id, { request: newest(requests), due: newest(jobs) }]),
      )
      const answers = await peers.ask({ what: 'requests', last })
      // Of those that are there no more, nobody can be asked.
      for (const id of mirrors.keys()) if (!answers.some(({ by }) => by === id)) mirrors.delete(id)
      for (const { by, answer } of answers) {
        const { most, mostBytes } = log().requests
        const mirror = mirrors.get(by) ?? { requests: new BoundedLog(most, mostBytes), jobs: new BoundedLog(most, mostBytes / 4) }
        mirrors.set(by, mirror)
        const { requests, jobs } = answer as Packed
        for (const each of requests) mirror.requests.add(unpackRequest(each, operations))
        for (const each of jobs) mirror.jobs.add(each)
      }
    },
  }
}

/** Oldest first. */
function newerThan<Entry extends { readonly number: number }>(entries: Iterable<Entry>, last: number): Entry[] {
  const found: Entry[] = []
  for (const entry of entries) {
    if (entry.number <= last) break
    found.push(entry)
  }
  return found.toReversed()
}
