import type { Call } from '../../engine/call.ts'
import { conflict } from '../../engine/failure.ts'
import { findSchedule } from '../../shared/knowledge-bases.ts'
import { planNext, type Schedule } from './schedule.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'

/** A deleted knowledge base has no next run. */
function show(schedule: Schedule): Schedule {
  const { deleted_at, next_run_at: _, ...rest } = schedule
  return deleted_at === undefined ? schedule : { ...rest, is_active: false, updated_at: deleted_at, deleted_at }
}

const schedule: ResourceHooks<'IndexingSchedule'> = {
  parseCreate: ({ body }: Call<'indexingSchedules_create'>, ctx) => {
    const { knowledge_base_uuid, days, time } = body
    if (findSchedule(ctx, knowledge_base_uuid)) throw conflict('The knowledge base has a schedule already. Delete it first.')
    return { fields: { knowledge_base_uuid, days: days.toSorted((a, b) => a - b), time, is_active: true } }
  },
  afterCreate: (value, _key, ctx) => void planNext(ctx, value),
  serialize: show,
}

export const hooks: HooksByKind = { IndexingSchedule: schedule }
