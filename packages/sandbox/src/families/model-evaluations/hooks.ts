import { type HooksByKind, byName } from '../../engine/hooks.ts'

export const hooks: HooksByKind = { ModelEvaluationPreset: { listQuery: byName } }
