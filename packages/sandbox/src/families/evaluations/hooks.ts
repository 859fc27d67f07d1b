import type { Call } from '../../engine/call.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { conflict } from '../../engine/failure.ts'
import { removeFile } from '../../shared/signed-files.ts'
import { unknownType, fileOf } from './datasets.ts'
import { assertOwn, custom, describeMetric, listPresets } from './metrics.ts'
import { onEnter } from './run-state.ts'

const ownMetric: ResourceHooks<'EvaluationMetric'> = {
  parseCreate: ({ body }: Call<'evaluations_customMetrics_create'>, { clock }) => {
    const { metric_name: name, description = '', config } = body
    const stamp = clock.timestamp()
    return {
      fields: {
        category: 'METRIC_CATEGORY_UNSPECIFIED',
        inverted: false,
        metric_name: name,
        description,
        metric_type: 'METRIC_TYPE_MODEL_QUALITY',
        metric_value_type: 'METRIC_VALUE_TYPE_NUMBER',
        evaluation_scope: 'EVALUATION_SCOPE_MODEL',
        source: custom,
        range_min: 0,
        range_max: 100,
        is_metric_goal: true,
        custom_eval_config: { requires_ground_truth: false, ...config, created_at: stamp, updated_at: stamp },
        associated_presets: [],
      },
    }
  },
  beforeUpdate: assertOwn,
  parseUpdate: ({ body }: Call<'evaluations_customMetrics_update'>, { clock }, before) => {
    const { metric_name: name, description, config } = body
    const stamp = clock.timestamp()
    const current = before.custom_eval_config ?? { scoring_prompt: '', requires_ground_truth: false, created_at: stamp }
    return {
      fields: { ...(name !== undefined && { metric_name: name }), ...(description !== undefined && { description }) },
      set: { custom_eval_config: { ...current, ...config, updated_at: stamp } },
    }
  },
  envelope: {
    evaluations_customMetrics_update: ({ value }, ctx) => ({ metric: describeMetric(value, listPresets(ctx, value.metric_uuid)) }),
  },
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
  afterDelete: ({ dataset_uuid: uuid }, _key, ctx) => removeFile(ctx, fileOf(uuid)),
}

export const hooks: HooksByKind = { EvaluationDataset: dataset, EvaluationMetric: ownMetric, EvaluationRun: { onEnter } }
