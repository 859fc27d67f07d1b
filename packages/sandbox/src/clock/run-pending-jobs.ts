/** Does what has fallen due, in order, each at the time it fell due. There are no timers: whoever asks next makes it happen. */
import { describeWriteFailure } from '../store/describe-write-failure.ts'
import type { Job } from '../store/store.ts'
import type { Platform, AccountContext } from '../engine/account-context.ts'
import { ownerAccountId } from '../catalog/owner.ts'

/** A handler gets the payload that was stored and sees the clock at the moment it was due. */
export type JobHandler = (payload: never, ctx: AccountContext) => void

/** Calls a handler with the payload that its job was scheduled with. */
export function callJobHandler(handler: JobHandler, payload: unknown, ctx: AccountContext): void {
  // A job is scheduled with the payload that its handler takes.
  handler(payload as never, ctx)
}

/** What is told of each thing that was due, once it is done or will never be. */
export interface JobReport {
  readonly onDone: (job: Job) => void
  /** What it was to do is left undone, so that it does not stand in the way of everything after it. */
  readonly onFailure: (error: JobError) => void
}

/** A handler failed; its cause says why. */
export class JobError extends Error {
  override readonly name = 'DueError'
  readonly job: Job

  constructor(job: Job, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super(`"${job.name}", due at ${new Date(job.at).toISOString()}, failed and is left undone: ${why}`, { cause })
    this.job = job
  }
}

export function runPendingJobs(
  { store, clock, contextFor }: Platform,
  handlers: ReadonlyMap<string, JobHandler>,
  { onDone, onFailure }: JobReport,
): void {
  const now = clock.now()
  // One by one: what a handler schedules may fall due before what was already waiting.
  while (store.nextJobTime() <= now) {
    try {
      const done = store.transaction(() => {
        const job = store.claimNextJob(now)
        if (!job) return undefined
        const handler = handlers.get(job.name)
        if (!handler) throw new Error(`Nothing handles "${job.name}".`)
        clock.at(job.at, () => callJobHandler(handler, JSON.parse(job.payload), contextFor(job.account ?? ownerAccountId)))
        return job
      })
      if (done) onDone(done)
    } catch (error) {
      // Without room on the disk nothing can be done now, and everything later: it stays due.
      if (describeWriteFailure(error) !== undefined) throw error
      const failed = store.transaction(() => store.claimNextJob(now))
      if (failed) onFailure(new JobError(failed, error))
    }
  }
}
