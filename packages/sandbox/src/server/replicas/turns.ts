/**
 * Replicas that write at the same time do so one after the other, in the order in which they ask: whoever has just lost a race would
 * otherwise lose the next one too, to a replica that is always a little ahead. The log arbitrates all the same, so a turn that is not had in
 * time is done without.
 */
import type { Connection } from './connection.ts'
import type { Peers } from './peers.ts'

export interface Turns {
  /** Others have written. */
  readonly noteOthers: () => void
  /** Others were first, who may not know that they are not alone. */
  readonly noteLost: () => void
  /** Waits for a turn where others write too; once more keeps it. @returns whether it was had */
  readonly take: () => Promise<boolean>
  /** It is the next one's, if there was one. */
  readonly give: () => void
}

/** For so long after others wrote they are expected to write again. */
const mostQuiet = 200
/** A replica that was stopped in its turn holds the others up once for as long as one waits, and not again for a while. */
const mostPatience = '200ms'
const pause = 2000
const sayAgain = 50

export function createTurns({ query }: Connection, peers: Pick<Peers, 'on' | 'tell'>, now: () => number = () => performance.now()): Turns {
  let othersAt = -Infinity
  let refusedAt = -Infinity
  let saidAt = -Infinity
  let isHeld = false
  const noteOthers = () => {
    othersAt = now()
  }
  peers.on('waits', noteOthers)
  return {
    noteOthers,
    noteLost: () => {
      noteOthers()
      if (now() - saidAt < sayAgain) return
      saidAt = now()
      void peers.tell({ what: 'waits' })
    },
    take: async () => {
      if (isHeld || now() - othersAt > mostQuiet || now() - refusedAt < pause) return isHeld
      try {
        await query(`SELECT set_config('lock_timeout', '${mostPatience}', true), pg_advisory_lock(1936746611, 2)`)
        isHeld = true
      } catch {
        refusedAt = now()
      }
      return isHeld
    },
    give: () => {
      if (!isHeld) return
      isHeld = false
      // A statement of its own, after the commit: whoever comes next is to see what was written. A lost connection gives it too.
      query('SELECT pg_advisory_unlock(1936746611, 2)').catch(() => {})
    },
  }
}
