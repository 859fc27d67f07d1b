/** What is counted for limits goes to Postgres, in the round trip that asks for changes. */
import { randomUUID } from 'node:crypto'
import type { Connection } from './connection.ts'
import type { Counting } from './counting.ts'
import { betweenCounts, readCounts, writeCounts } from './shared-counts.ts'
import type { SharedLimits } from './shared-limits.ts'
import { look, type Take } from './shared-log.ts'

export interface PostgresCountingParts {
  readonly connection: Connection
  /** For what nobody waits for. */
  readonly aside: Connection
  readonly limits: SharedLimits
  readonly onError: (error: unknown) => void
}

export function createPostgresCounting({ connection, aside, limits, onError }: PostgresCountingParts): Counting {
  let position = 0
  let isBegun = false

  /** @param before the position of what this replica wants counted, which is to be found in the log itself */
  const takeCounts = async (before?: number) => {
    const counts = await readCounts(connection, before)
    if (!counts || counts.position <= position) return
    limits.load(counts.saved)
    position = counts.position
  }

  const count = async (takes: readonly Take[], id: string) => {
    const isOwn = (take: Take) => (take.data as { readonly by?: string }).by === id
    // The log was shortened meanwhile.
    if (takes[0] && takes[0].position !== position + 1) await takeCounts(takes.find(isOwn)?.position)
    for (const take of takes) {
      if (take.position <= position) continue
      const isLast = take.position % betweenCounts === 0
      limits.replay(take.data, isLast)
      position = take.position
      // Each has one that made it, so one of them does this.
      if (isLast && isOwn(take)) writeCounts(aside, { position, saved: limits.save() }).catch(onError)
    }
  }

  return {
    look: async (version, whatever) => {
      if (!isBegun) await takeCounts()
      isBegun = true
      const id = randomUUID()
      try {
        const { entries, takes } = await look(connection, { version, position }, limits.send(id), whatever)
        await count(takes, id)
        return entries
      } finally {
        limits.takeBack(id)
      }
    },
  }
}
