import { type HooksByKind, byName, type ResourceHooks } from '../../engine/hooks.ts'
import { modelEvaluationRun } from './runs.ts'

const metric: ResourceHooks<'EvaluationMetric'> = {
  /** Adds the time of deletion to the copies in runs. */
  afterDelete: ({ metric_uuid: uuid, custom_eval_config: config }, _key, { engine, clock }) => {
    if (!config) return
    const deleted = { ...config, deleted_at: clock.timestamp() }
    for (const { eval_run_uuid: run, metrics } of engine.list('ModelEvaluationRun')) {
      if (!metrics.some((each) => each.metric_uuid === uuid)) continue
      const marked = metrics.map((each) => (each.metric_uuid === uuid ? { ...each, custom_eval_config: deleted } : each))
      engine.setFields('ModelEvaluationRun', run, { metrics: marked })
    }
  },
}

export const hooks: HooksByKind = {
  ModelEvaluationPreset: { listQuery: byName },
  ModelEvaluationRun: modelEvaluationRun,
  EvaluationMetric: metric,
}
