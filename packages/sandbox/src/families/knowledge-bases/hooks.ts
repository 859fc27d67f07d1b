import type { AccountContext } from '../../engine/account-context.ts'
import { detachFromAgents } from '../agents/index.ts'
import { cancelJob, findRunning } from '../indexing-jobs/index.ts'
import { dataSource } from './data-sources.ts'
import { databaseStatus, findLastJob, findSchedule } from '../../shared/knowledge-bases.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

/** What filled it ends, and no agent looks anything up in it any more. */
function clearAway(ctx: AccountContext, uuid: string): void {
  const running = findRunning(ctx, uuid)
  if (running) cancelJob(ctx, running.uuid)
  const schedule = findSchedule(ctx, uuid)
  if (schedule) ctx.engine.remove('IndexingSchedule', schedule.uuid)
  detachFromAgents(ctx, uuid)
}

export const hooks: HooksByKind = {
  KnowledgeBase: {
    serialize: (base, _key, ctx) => {
      const job = findLastJob(ctx, base.uuid)
      return { ...base, ...(job && { last_indexing_job: job }) }
    },
    beside: { knowledgeBases_get: (base, _key, ctx) => ({ database_status: databaseStatus(ctx, base) }) },
    beforeDelete: (_, { id }, ctx) => clearAway(ctx, id),
  },
  KnowledgeBaseDataSource: dataSource,
}
