import { type HooksByKind, byName } from '../../engine/hooks.ts'
import { onEnter } from './run-state.ts'

export const hooks: HooksByKind = { ModelEvaluationPreset: { listQuery: byName }, ModelEvaluationRun: { onEnter } }
