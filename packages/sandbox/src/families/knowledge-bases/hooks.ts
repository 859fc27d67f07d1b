import type { AccountContext } from '../../engine/account-context.ts'
import { detachFromAgents } from '../agents/index.ts'
import { cancelJob, findRunning, findLastIndexed } from '../indexing-jobs/index.ts'
import { databaseStatus, findLastJob } from '../../shared/knowledge-bases.ts'
import { type HooksByKind, type ResourceHooks, oldestFirst } from '../../engine/hooks.ts'
import { conflict } from '../../engine/failure.ts'
import { parentKey } from '../../store/store.ts'

const dataSource: ResourceHooks<'KnowledgeBaseDataSource'> = {
  listQuery: oldestFirst,
  serialize: (source, _key, ctx) => {
    const last = findLastIndexed(ctx, source.uuid)
    return { ...source, ...(last && { last_datasource_indexing_job: last }) }
  },
  beforeDelete: ({ uuid }, { parent }, ctx) => {
    if (findRunning(ctx, parentKey(parent)?.id ?? '')?.data_source_uuids.includes(uuid))
      throw conflict('An indexing job reads this data source. Wait for its end or cancel it.')
  },
}

/** Cancels its indexing jobs and detaches it from agents. */
function clearAway(ctx: AccountContext, uuid: string): void {
  const running = findRunning(ctx, uuid)
  if (running) cancelJob(ctx, running.uuid)
  detachFromAgents(ctx, uuid)
}

export const hooks: HooksByKind = {
  KnowledgeBase: {
    serialize: (base, _key, ctx) => {
      const job = findLastJob(ctx, base.uuid)
      return { ...base, ...(job && { last_indexing_job: job }) }
    },
    envelope: { knowledgeBases_get: ({ value }, ctx) => ({ database_status: databaseStatus(ctx, value) }) },
    beforeDelete: (_, { id }, ctx) => clearAway(ctx, id),
  },
  KnowledgeBaseDataSource: dataSource,
}
