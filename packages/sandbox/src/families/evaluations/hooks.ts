import type { HooksByKind } from '../../engine/hooks.ts'
import { unknownType } from './datasets.ts'
import { evaluationMetric } from './metrics.ts'
import { runHooks } from './runs.ts'
import { testCase } from './test-cases.ts'

export const hooks: HooksByKind = {
  ...runHooks,
  // An unknown type does not filter.
  EvaluationDataset: { listQuery: (_call, _ctx, { filters }) => ({ where: filters.filter(({ equals }) => equals !== unknownType) }) },
  EvaluationMetric: evaluationMetric,
  EvaluationTestCase: testCase,
}
