import { describeJob } from './describe-job.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  IndexingJob: {
    serialize: (job, _key, ctx) => describeJob(ctx, job),
    related: ({ id }) => [{ field: 'knowledge_base_uuid', equals: id }],
  },
  IndexedDataSource: { order: 'oldest' },
}
