import { type HooksByKind, byName } from '../../engine/hooks.ts'
import { modelEvaluationRun } from './runs.ts'

export const hooks: HooksByKind = { ModelEvaluationPreset: { listQuery: byName }, ModelEvaluationRun: modelEvaluationRun }
