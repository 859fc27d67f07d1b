import type { Schedule } from './schedule.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

/** A deleted knowledge base has no next run. */
function show(schedule: Schedule): Schedule {
  const { deleted_at, next_run_at: _, ...rest } = schedule
  return deleted_at === undefined ? schedule : { ...rest, is_active: false, updated_at: deleted_at, deleted_at }
}

export const hooks: HooksByKind = { IndexingSchedule: { serialize: show } }
