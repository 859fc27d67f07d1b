/** Does what has fallen due, in order, each at the time it fell due. There are no timers: whoever asks next makes it happen. */
import { describeWriteFailure } from '../store/describe-write-failure.ts'
import type { Job } from '../store/store.ts'
import type { Platform, AccountContext } from '../engine/account-context.ts'
import { ownerAccountId } from '../catalog/owner.ts'

/** A handler gets the payload that was stored and sees the clock at the moment it was due. */
export type DueHandler = (payload: never, ctx: AccountContext) => void

/** What is told of each thing that was due, once it is done or will never be. */
export interface DueReport {
  readonly onDone: (due: Job) => void
  /** What it was to do is left undone, so that it does not stand in the way of everything after it. */
  readonly onFailure: (error: DueError) => void
}

/** A handler failed; its cause says why. */
export class DueError extends Error {
  override readonly name = 'DueError'
  readonly due: Job

  constructor(due: Job, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super(`"${due.name}", due at ${new Date(due.at).toISOString()}, failed and is left undone: ${why}`, { cause })
    this.due = due
  }
}

export function runDue(
  { store, clock, contextFor }: Platform,
  handlers: ReadonlyMap<string, DueHandler>,
  { onDone, onFailure }: DueReport,
): void {
  const now = clock.now()
  // One by one: what a handler schedules may fall due before what was already waiting.
  while (store.nextJobTime() <= now) {
    try {
      const done = store.transaction(() => {
        const due = store.claimNextJob(now)
        if (!due) return undefined
        const handler = handlers.get(due.name)
        if (!handler) throw new Error(`Nothing handles "${due.name}".`)
        clock.at(due.at, () => handler(JSON.parse(due.payload) as never, contextFor(due.account ?? ownerAccountId)))
        return due
      })
      if (done) onDone(done)
    } catch (error) {
      // Without room on the disk nothing can be done now, and everything later: it stays due.
      if (describeWriteFailure(error) !== undefined) throw error
      const failed = store.transaction(() => store.claimNextJob(now))
      if (failed) onFailure(new DueError(failed, error))
    }
  }
}
