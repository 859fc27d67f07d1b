/** Jobs that start by themselves. One schedule for each knowledge base; the store refuses a second. */
import type { Handler } from '../../engine/call.ts'
import { conflict, notFound } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { findRunning, startJob } from '../indexing-jobs/index.ts'
import { databaseStatus, findSchedule, listSources } from '../../shared/knowledge-bases.ts'
import type { Handlers, Jobs } from '../family.ts'
import type { Schedule } from './schedule.ts'

const day = 86_400_000

const create: Handler<'indexingSchedules_create'> = ({ body: { knowledge_base_uuid, days, time } }, ctx) => {
  const { engine } = ctx
  if (findSchedule(ctx, knowledge_base_uuid)) throw conflict('The knowledge base has a schedule already. Delete it first.')
  const sorted = days.toSorted((a, b) => a - b)
  return { indexing_info: planNext(ctx, engine.create('IndexingSchedule', { knowledge_base_uuid, days: sorted, time, is_active: true })) }
}

const get: Handler<'indexingSchedules_getByKnowledgeBase'> = ({ path }, ctx) => {
  const schedule = findSchedule(ctx, ctx.engine.get('KnowledgeBase', path.knowledge_base_uuid).uuid)
  if (!schedule) throw notFound()
  return { indexing_info: schedule }
}

function planNext({ engine, store, clock }: AccountContext, { uuid, days, time }: Schedule): Schedule {
  const at = findNext(days, time, clock.now())
  store.schedule({ at, name: 'indexingSchedules.run', payload: JSON.stringify({ uuid }) })
  return engine.setFields('IndexingSchedule', uuid, { next_run_at: `${new Date(at).toISOString().slice(0, 19)}Z` })
}

/** The first moment after `now` that is at this time of one of these days, in UTC. */
function findNext(days: readonly number[], time: string, now: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const midnight = Math.floor(now / day) * day
  for (let ahead = 0; ahead <= 7; ahead++) {
    const at = midnight + ahead * day + (hours * 60 + minutes) * 60_000
    if (at > now && days.includes(new Date(at).getUTCDay())) return at
  }
  throw new Error(`No time of the week fits ${JSON.stringify(days)} at ${time}.`)
}

/** Skips this run if a job is running or the database cannot take one. */
function run({ uuid }: { readonly uuid: string }, ctx: AccountContext): void {
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
  indexingSchedules_create: create,
  indexingSchedules_getByKnowledgeBase: get,
} satisfies Handlers

export const jobs: Jobs = { 'indexingSchedules.run': run }
