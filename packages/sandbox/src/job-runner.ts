/** Runs pending jobs, and reports them to the request log and the event stream. */
import type { Dependencies } from './dependencies.ts'
import { type JobError, type JobReport, parsePayload, runPendingJobs } from './clock/run-pending-jobs.ts'
import { createEmailLookup, summarizeChange } from './requests/describe-request.ts'
import type { Job } from './store/store.ts'
import { ownerAccountId } from './catalog/owner.ts'

interface JobRunnerOptions extends Pick<Dependencies, 'changes' | 'jobHandlers' | 'events' | 'onError' | 'platform' | 'requests'> {
  /** Runs a task once the changes of the job are saved. */
  readonly defer: (task: () => void) => void
}

export function createJobRunner(options: JobRunnerOptions): Dependencies['runPendingJobs'] {
  const { platform, changes, jobHandlers } = options
  const report = createReport(options)
  return () => {
    // Changes outside of requests and jobs are not reported.
    changes.discard()
    runPendingJobs(platform, jobHandlers, report)
    return platform.store.nextJobTime() - platform.clock.now()
  }
}

function createReport({ platform, changes, events, requests, defer, onError }: JobRunnerOptions): JobReport {
  return {
    onDone: ({ name, at, account = ownerAccountId }: Job) => {
      const recorded = changes.flush()
      defer(() => requests.recordJob({ name, at, account, changes: recorded }))
      const objects = () => recorded.map((change) => summarizeChange(change, createEmailLookup(platform)))
      if (events.hasSubscribers('changes')) events.publish('changes', 'change', { job: name, objects: objects() })
      if (events.hasSubscribers('jobs')) events.publish('jobs', 'job', { name, at: new Date(at).toISOString(), objects: objects() })
      events.flush()
    },
    onFailure: (error: JobError) => {
      const { name, at, payload } = error.job
      changes.discard()
      // The events of the handler were undone with its changes.
      events.discard()
      events.publish('failures', 'failure', {
        job: name,
        at: new Date(at).toISOString(),
        payload: parsePayload(payload),
        message: error.message,
      })
      events.flush()
      defer(() => onError(error, 'job'))
    },
  }
}
