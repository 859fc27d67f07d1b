import { conflict } from '../../engine/failure.ts'
import { describeJob } from './job-result.ts'
import { hasEnded, onEnter } from './job-run.ts'
import { type HooksByKind, oldestFirst } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  IndexingJob: {
    onEnter,
    serialize: (job, _key, ctx) => describeJob(ctx, job),
    operations: {
      indexingJobs_cancel: (_call, _ctx, job) => {
        if (hasEnded(job)) throw conflict('The job has ended already.')
      },
    },
    listQuery: (_call, _ctx, { relatedTo }) => (relatedTo ? { related: [{ field: 'knowledge_base_uuid', equals: relatedTo.id }] } : {}),
  },
  IndexedDataSource: { listQuery: oldestFirst },
}
