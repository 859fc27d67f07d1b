/** Does what has fallen due, in order, each at the time it fell due. There are no timers: whoever asks next makes it happen. */
import { describeWriteFailure } from '../store/describe-write-failure.ts'
import type { Platform, World } from '../engine/world.ts'

/** A handler gets the payload that was stored and sees the clock at the moment it was due. */
export type DueHandler = (payload: never, world: World) => void

/** @param onError told of a handler that failed: what it was to do is left undone, so that it does not stand in the way of everything after it */
export function runDue(
  { store, clock, worldOf }: Platform,
  handlers: ReadonlyMap<string, DueHandler>,
  onError: (error: unknown) => void,
): void {
  const now = clock.now()
  if (store.nextDue() > now) return
  let more = true
  while (more) {
    try {
      // One by one: what a handler schedules may fall due before what was already waiting.
      more = store.transaction(() => {
        const due = store.takeDue(now)
        if (!due) return false
        const handler = handlers.get(due.name)
        if (!handler) throw new Error(`Nothing handles "${due.name}", which fell due.`)
        clock.at(due.at, () => handler(JSON.parse(due.payload) as never, worldOf(due.account ?? '')))
        return true
      })
    } catch (error) {
      // Without room on the disk nothing can be done now, and everything later: it stays due.
      if (describeWriteFailure(error) !== undefined) throw error
      onError(error)
      store.transaction(() => store.takeDue(now))
    }
  }
}
