import { conflict } from '../../engine/failure.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { checkModelAccess } from '../../shared/model-access.ts'
import { endStatuses, onEnter } from './batch-jobs.ts'

const batch: ResourceHooks<'InferenceBatch'> = {
  beforeAccess: checkModelAccess,
  operations: {
    batches_cancel: (_call, _ctx, { status }) => {
      if (endStatuses.has(status)) throw conflict('The batch has already ended.')
    },
  },
  onEnter,
}

export const hooks: HooksByKind = { InferenceBatch: batch }
