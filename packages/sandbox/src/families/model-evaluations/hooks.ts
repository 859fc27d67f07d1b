import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = { ModelEvaluationPreset: { order: 'name' } }
