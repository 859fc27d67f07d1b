/** Does what has fallen due, and tells of it: the log of requests, and whoever listens. */
import type { Dependencies } from './dependencies.ts'
import { type JobError, type JobReport, runPendingJobs } from './clock/run-pending-jobs.ts'
import { createEmails, nameChange } from './requests/describe-request.ts'
import type { Job } from './store/store.ts'
import { ownerAccountId } from './catalog/owner.ts'

interface Around extends Pick<Dependencies, 'changes' | 'jobHandlers' | 'events' | 'onError' | 'platform' | 'requests'> {
  /** Does it when what led to it is kept. */
  readonly later: (work: () => void) => void
}

export function createJobRunner(around: Around): Dependencies['runPendingJobs'] {
  const { platform, changes, jobHandlers } = around
  const report = createReport(around)
  return () => {
    // What was done by no request and by nothing that fell due.
    changes.discard()
    runPendingJobs(platform, jobHandlers, report)
    return platform.store.nextJobTime() - platform.clock.now()
  }
}

function createReport({ platform, changes, events, requests, later, onError }: Around): JobReport {
  return {
    onDone: ({ name, at, account = ownerAccountId }: Job) => {
      const taken = changes.take()
      later(() => requests.recordJob({ name, at, account, changes: taken }))
      const objects = () => taken.map((change) => nameChange(change, createEmails(platform)))
      if (events.wants('changes')) events.publish('changes', 'change', { due: name, objects: objects() })
      if (events.wants('dues')) events.publish('dues', 'due', { name, at: new Date(at).toISOString(), objects: objects() })
      events.flush()
    },
    onFailure: (error: JobError) => {
      const { name, at, payload } = error.job
      changes.discard()
      // What the handler had noted until then was undone with it.
      events.discard()
      events.publish('failures', 'failure', {
        due: name,
        at: new Date(at).toISOString(),
        payload: JSON.parse(payload) as unknown,
        message: error.message,
      })
      events.flush()
      later(() => onError(error, 'due'))
    },
  }
}
