import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { conflict } from '../../engine/failure.ts'
import { removeFile } from '../../shared/signed-files.ts'
import { unknownType, fileOf } from './datasets.ts'
import { assertOwn, listPresets } from './metrics.ts'
import { onEnter } from './run-state.ts'

const ownMetric: ResourceHooks<'EvaluationMetric'> = {
  beforeDelete: (metric, _key, ctx) => {
    assertOwn(metric)
    const [preset] = listPresets(ctx, metric.metric_uuid)
    if (preset) throw conflict(`The preset "${preset.name}" uses this metric.`)
  },
  afterDelete: ({ metric_uuid: id }, _key, { store, clock }) =>
    store.put({ kind: 'deletedEvaluationMetric', id, text: JSON.stringify(clock.timestamp()) }),
}

const dataset: ResourceHooks<'EvaluationDataset'> = {
  // An unknown type does not filter.
  listQuery: (_call, _ctx, { filters }) => ({ where: filters.filter(({ equals }) => equals !== unknownType) }),
  beforeDelete: ({ dataset_uuid: uuid }, _key, { engine }) => {
    const where = [{ field: 'dataset_uuid', equals: uuid }] as const
    const [testCase] = engine.list('EvaluationTestCase', { where })
    if (testCase) throw conflict(`The test case "${testCase.name}" uses this dataset.`)
    const [preset] = engine.list('ModelEvaluationPreset', { where })
    if (preset) throw conflict(`The preset "${preset.name}" uses this dataset.`)
  },
  afterDelete: ({ dataset_uuid: uuid }, _key, ctx) => removeFile(ctx, fileOf(uuid)),
}

export const hooks: HooksByKind = { EvaluationDataset: dataset, EvaluationMetric: ownMetric, EvaluationRun: { onEnter } }
