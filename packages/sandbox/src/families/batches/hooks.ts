import { refuseAgentKeys } from '../../shared/for-models.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = { InferenceBatch: { beforeAccess: refuseAgentKeys } }
