/** Jobs that start by themselves. One schedule for each knowledge base; the store refuses a second. */
import type { Handler } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { findRunning, startJob } from '../indexing-jobs/index.ts'
import { databaseStatus, findSchedule, listSources } from '../../shared/knowledge-bases.ts'
import { planNext } from './schedule.ts'
import type { Handlers, Jobs } from '../family.ts'

const get: Handler<'indexingSchedules_getByKnowledgeBase'> = ({ path }, ctx) => {
  const schedule = findSchedule(ctx, ctx.engine.get('KnowledgeBase', path.knowledge_base_uuid).uuid)
  if (!schedule) throw notFound()
  return { indexing_info: schedule }
}

/** Skips this run if a job is running or the database cannot take one. */
function runSchedule({ uuid }: { readonly uuid: string }, ctx: AccountContext): void {
  const { engine, clock } = ctx
  const schedule = engine.find('IndexingSchedule', uuid)
  if (!schedule) return
  const { knowledge_base_uuid: id } = schedule
  const base = engine.find('KnowledgeBase', id)
  if (base && !findRunning(ctx, id) && databaseStatus(ctx, base) === 'ONLINE') {
    startJob(ctx, id, listSources(ctx, id))
    engine.setFields('IndexingSchedule', uuid, { last_ran_at: clock.timestamp(), updated_at: clock.timestamp() })
  }
  planNext(ctx, schedule)
}

export const handlers = {
  indexingSchedules_getByKnowledgeBase: get,
} satisfies Handlers

export const jobs: Jobs = { 'indexingSchedules.run': runSchedule }
