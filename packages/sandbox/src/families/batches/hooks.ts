import { checkModelAccess } from '../../shared/model-access.ts'
import { onEnter } from './batch-jobs.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = { InferenceBatch: { beforeAccess: checkModelAccess, onEnter } }
