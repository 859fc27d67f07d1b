/** Runs pending jobs in order, each at its scheduled time. There are no timers: the next request runs them. */
import { describeWriteFailure } from '../store/describe-write-failure.ts'
import type { Job } from '../store/store.ts'
import type { Platform, AccountContext } from '../engine/account-context.ts'
import { ownerAccountId } from '../catalog/owner.ts'

/** Handles a job: receives the stored payload and sees the clock at the scheduled time. */
export type JobHandler = (payload: never, ctx: AccountContext) => void

/** Calls a handler with the payload that its job was scheduled with. */
export function callJobHandler(handler: JobHandler, payload: unknown, ctx: AccountContext): void {
  // A job is scheduled with the payload that its handler takes.
  handler(payload as never, ctx)
}

/** Returns the text of a damaged payload. */
export function parsePayload(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return payload
  }
}

/** Callbacks for completed and failed jobs. */
export interface JobReport {
  readonly onDone: (job: Job) => void
  /** Called for a failed job, which is dropped so that it does not block later jobs. */
  readonly onFailure: (error: JobError) => void
}

/** Error of a failed job; the cause is the error of its handler. */
export class JobError extends Error {
  override readonly name = 'DueError'
  readonly job: Job

  constructor(job: Job, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`"${job.name}", due at ${new Date(job.at).toISOString()}, failed and is left undone: ${reason}`, { cause })
    this.job = job
  }
}

export function runPendingJobs(
  { store, clock, contextFor }: Platform,
  handlers: ReadonlyMap<string, JobHandler>,
  { onDone, onFailure }: JobReport,
): void {
  const now = clock.now()
  // One by one, because a handler may schedule a job before the next pending one.
  while (store.nextJobTime() <= now) {
    try {
      const completedJob = store.transaction(() => {
        const job = store.claimNextJob(now)
        if (!job) return undefined
        const handler = handlers.get(job.name)
        if (!handler) throw new Error(`Nothing handles "${job.name}".`)
        clock.at(job.at, () => callJobHandler(handler, JSON.parse(job.payload), contextFor(job.account ?? ownerAccountId)))
        return job
      })
      if (completedJob) onDone(completedJob)
    } catch (error) {
      // If the disk is full, the job stays pending.
      if (describeWriteFailure(error) !== undefined) throw error
      const failedJob = store.transaction(() => store.claimNextJob(now))
      if (failedJob) onFailure(new JobError(failedJob, error))
    }
  }
}
