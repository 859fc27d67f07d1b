import { dataset } from './datasets.ts'
import { ownMetric } from './metrics.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = { EvaluationDataset: dataset, EvaluationMetric: ownMetric }
