/**
 * Replicas that write at the same time take turns by an advisory lock, in the order of asking: otherwise a replica that is slightly slower
 * would lose every race. The change log decides all the same, so a replica that does not get the lock in time writes without it.
 */
import type { Connection } from './connection.ts'

export interface WriteLock {
  /** Another replica has written, or has lost a race. */
  readonly recordOtherWriter: () => void
  /** This replica has lost a race. The winner may not know that another one writes, so this notifies the others. */
  readonly recordLostRace: () => void
  /** Waits for the lock if other replicas write; a second call keeps it. @returns whether this replica holds it */
  readonly acquire: () => Promise<boolean>
  readonly release: () => void
}

/** Other replicas are expected to write again for this time after a write. */
const activeMs = 200
/** A replica that hangs while it holds the lock delays the others only once for some time. */
const lockTimeout = '200ms'
const retryAfterTimeoutMs = 2000
const minNotifyMs = 50

/** @param notifyOthers makes the other replicas call `recordOtherWriter` */
export function createWriteLock(
  { query }: Pick<Connection, 'query'>,
  notifyOthers: () => void,
  now: () => number = () => performance.now(),
): WriteLock {
  let otherWriterAt = -Infinity
  let timedOutAt = -Infinity
  let notifiedAt = -Infinity
  let isHeld = false
  const recordOtherWriter = () => {
    otherWriterAt = now()
  }
  return {
    recordOtherWriter,
    recordLostRace: () => {
      recordOtherWriter()
      if (now() - notifiedAt < minNotifyMs) return
      notifiedAt = now()
      notifyOthers()
    },
    acquire: async () => {
      if (isHeld || now() - otherWriterAt > activeMs || now() - timedOutAt < retryAfterTimeoutMs) return isHeld
      try {
        await query(`SELECT set_config('lock_timeout', '${lockTimeout}', true), pg_advisory_lock(1936746611, 2)`)
        isHeld = true
      } catch {
        timedOutAt = now()
      }
      return isHeld
    },
    release: () => {
      if (!isHeld) return
      isHeld = false
      // A statement after the commit, so that the next holder sees what was written. A lost connection releases the lock too.
      query('SELECT pg_advisory_unlock(1936746611, 2)').catch(() => {})
    },
  }
}
