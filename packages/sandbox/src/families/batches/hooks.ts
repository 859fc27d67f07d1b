import { checkModelAccess } from '../../shared/model-access.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = { InferenceBatch: { beforeAccess: checkModelAccess } }
