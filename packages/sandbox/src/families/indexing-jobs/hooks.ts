import { describeJob } from './job-result.ts'
import { type HooksByKind, oldestFirst } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  IndexingJob: {
    serialize: (job, _key, ctx) => describeJob(ctx, job),
    listQuery: (_call, _ctx, { relatedTo }) => (relatedTo ? { related: [{ field: 'knowledge_base_uuid', equals: relatedTo.id }] } : {}),
  },
  IndexedDataSource: { listQuery: oldestFirst },
}
