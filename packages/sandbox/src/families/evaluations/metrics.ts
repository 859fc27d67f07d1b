/** Metrics of the platform, and custom metrics of the account for models. */
import { agentMetrics, modelMetrics } from '../../catalog/evaluation-metrics.ts'
import type { Handler } from '../../engine/call.ts'
import { notFound, unprocessable } from '../../engine/failure.ts'
import type { CreateInput } from '../../engine/kinds.ts'
import { answerValues } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { referenceNotFound } from '../agents/index.ts'

export type Metric = Kinds['EvaluationMetric']

export type StarMetric = Kinds['EvaluationTestCase']['star_metric']

declare module '../../engine/kinds.ts' {
  interface InternalKinds {
    /** Time of deletion. */
    deletedEvaluationMetric: string
  }
}

export const custom = 'EVALUATION_METRIC_SOURCE_CUSTOM'

export type MetricScope = 'EVALUATION_SCOPE_AGENT' | 'EVALUATION_SCOPE_MODEL'

const listOf =
  (scope: MetricScope): Handler<'evaluations_metrics_list' | 'modelEvaluations_metrics_list'> =>
  (call, ctx) => {
    const metrics = ctx.engine.list('EvaluationMetric').filter((metric) => metric.evaluation_scope === scope)
    const own = metrics.filter(({ source }) => source === custom).toSorted((a, b) => (a.metric_name < b.metric_name ? -1 : 1))
    const others = metrics.filter(({ source }) => source !== custom).toSorted((a, b) => (a.metric_rank ?? 0) - (b.metric_rank ?? 0))
    const presets = own.length === 0 ? [] : ctx.engine.list('ModelEvaluationPreset')
    return answerValues(call, 'metrics', [...others, ...own], (metric) =>
      metric.source === custom ? describeMetric(metric, presets.filter(usesMetric(metric.metric_uuid))) : metric,
    )
  }

export const listAgentMetrics = listOf('EVALUATION_SCOPE_AGENT')

export const listModelMetrics = listOf('EVALUATION_SCOPE_MODEL')

export function listPresets({ engine }: AccountContext, uuid: string): Kinds['ModelEvaluationPreset'][] {
  return engine.list('ModelEvaluationPreset').filter(usesMetric(uuid))
}

function usesMetric(uuid: string): (preset: Kinds['ModelEvaluationPreset']) => boolean {
  return ({ metrics }) => metrics?.some((metric) => metric.metric_uuid === uuid) ?? false
}

export function describeMetric(
  metric: Metric,
  presets: readonly Pick<Kinds['ModelEvaluationPreset'], 'eval_preset_uuid' | 'name'>[],
): Metric {
  return { ...metric, associated_presets: presets.map(({ eval_preset_uuid, name }) => ({ eval_preset_uuid, name })) }
}

/** @throws Failure 404 for metrics of the platform */
export function assertOwn({ source }: Metric): void {
  if (source !== custom) throw notFound()
}

/** Returns the metrics of a request. @throws Failure 404, 422 */
export function listMetrics({ engine }: AccountContext, uuids: readonly string[], field: string, scope: MetricScope): Metric[] {
  return [...new Set(uuids)].map((uuid, index) => {
    const metric = engine.find('EvaluationMetric', uuid)
    if (!metric) throw referenceNotFound(`${field}.${index}`, 'metric', uuid)
    if (metric.evaluation_scope !== scope)
      throw unprocessable(`${field}.${index}: ${metric.metric_name} is for ${scope === 'EVALUATION_SCOPE_AGENT' ? 'models' : 'agents'}.`)
    const { associated_presets: _, ...kept } = metric
    return kept
  })
}

/** Deleted metrics in a run have the time of their deletion. */
export function markDeleted({ engine }: AccountContext, metrics: readonly Metric[]): Metric[] {
  return metrics.map((metric) => {
    const at = engine.find('deletedEvaluationMetric', metric.metric_uuid)
    const { custom_eval_config: config } = metric
    return at === undefined || !config ? metric : { ...metric, custom_eval_config: { ...config, deleted_at: at } }
  })
}

/** Parses the deciding metric, with its threshold as a score and in percent. @throws Failure 422 */
export function parseStar(given: StarMetric, metrics: readonly Metric[], field: string): StarMetric {
  const metric = metrics.find((each) => each.metric_uuid === given.metric_uuid)
  if (!metric) throw unprocessable(`star_metric.metric_uuid: is none of ${field}.`)
  if (!metric.is_metric_goal) throw unprocessable(`star_metric.metric_uuid: ${metric.metric_name} cannot decide.`)
  const { range_min: min = 0, range_max: max = 100 } = metric
  const { success_threshold: score, success_threshold_pct: percent } = given
  if (percent === undefined && score !== undefined && (score < min || score > max))
    throw unprocessable(`star_metric.success_threshold: must be from ${min} to ${max}.`)
  const share = percent ?? (score === undefined ? usualThreshold : ((score - min) / (max - min)) * 100)
  return {
    metric_uuid: metric.metric_uuid,
    name: metric.metric_name,
    success_threshold: min + ((max - min) * share) / 100,
    success_threshold_pct: Math.round(share),
  }
}

/** Default: percent. */
export const usualThreshold = 50

export function seedMetrics({ engine }: AccountContext): void {
  for (const metrics of [agentMetrics, modelMetrics]) {
    for (const [index, metric] of metrics.entries()) {
      const fields: CreateInput<'EvaluationMetric'> = {
        ...metric,
        metric_value_type: 'METRIC_VALUE_TYPE_PERCENTAGE',
        source: 'EVALUATION_METRIC_SOURCE_BUILTIN',
        range_min: 0,
        range_max: 100,
        metric_rank: index + 1,
      }
      engine.create('EvaluationMetric', fields, { id: metric.metric_uuid })
    }
  }
}
