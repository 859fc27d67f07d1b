/** Metrics of the platform, and custom metrics of the account for models. */
import { agentMetrics, modelMetrics } from '../../catalog/evaluation-metrics.ts'
import type { Call } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import type { ResourceHooks } from '../../engine/hooks.ts'
import type { CreateInput } from '../../engine/kinds.ts'
import { oncePerCall } from '../../engine/once-per-call.ts'
import type { UntypedCall } from '../../engine/request.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Catalog } from '../family.ts'
import type { Kinds } from '../../generated/types.ts'
import { referenceNotFound } from '../agents/index.ts'

export type Metric = Kinds['EvaluationMetric']

export type StarMetric = Kinds['EvaluationTestCase']['star_metric']

const custom = 'EVALUATION_METRIC_SOURCE_CUSTOM'

type MetricScope = 'EVALUATION_SCOPE_AGENT' | 'EVALUATION_SCOPE_MODEL'

/** @throws Failure 404 for metrics of the platform */
function assertOwn({ source }: Metric): void {
  if (source !== custom) throw notFound()
}

const listAllPresets = oncePerCall(({ engine }) => engine.list('ModelEvaluationPreset'))

function listPresets(
  ctx: AccountContext,
  uuid: string,
  call?: UntypedCall,
): Pick<Kinds['ModelEvaluationPreset'], 'eval_preset_uuid' | 'name'>[] {
  const using = listAllPresets(ctx, '', call).filter(({ metrics = [] }) => metrics.some((metric) => metric.metric_uuid === uuid))
  return using.map(({ eval_preset_uuid, name }) => ({ eval_preset_uuid, name }))
}

export const evaluationMetric: ResourceHooks<'EvaluationMetric'> = {
  listQuery: ({ operation }) => {
    const scope: MetricScope = operation.id === 'evaluations_metrics_list' ? 'EVALUATION_SCOPE_AGENT' : 'EVALUATION_SCOPE_MODEL'
    return { where: [{ field: 'evaluation_scope', equals: scope }], order: 'oldest' }
  },
  serialize: (metric, _key, ctx, { call }) =>
    metric.source === custom ? { ...metric, associated_presets: listPresets(ctx, metric.metric_uuid, call) } : metric,
  parseCreate: ({ body }: Call<'evaluations_customMetrics_create'>, { clock }) => {
    const { metric_name: name, description = '', config } = body
    const timestamp = clock.timestamp()
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
        custom_eval_config: { requires_ground_truth: false, ...config, created_at: timestamp, updated_at: timestamp },
      },
    }
  },
  beforeUpdate: assertOwn,
  parseUpdate: ({ body }: Call<'evaluations_customMetrics_update'>, { clock }, { custom_eval_config: before }) => {
    const { metric_name, description, config } = body
    return { fields: { metric_name, description, custom_eval_config: { ...before, ...config, updated_at: clock.timestamp() } } }
  },
  beforeDelete: (metric, _key, ctx) => {
    assertOwn(metric)
    const [preset] = listPresets(ctx, metric.metric_uuid)
    if (preset) throw conflict(`The preset "${preset.name}" uses this metric.`)
  },
}

/** Returns the metrics of a request. @throws Failure 404, 422 */
export function listMetrics({ engine }: AccountContext, uuids: readonly string[], field: string, scope: MetricScope): Metric[] {
  return [...new Set(uuids)].map((uuid, index) => {
    const metric = engine.find('EvaluationMetric', uuid)
    if (!metric) throw referenceNotFound(`${field}.${index}`, 'metric', uuid)
    if (metric.evaluation_scope !== scope)
      throw unprocessable(`${field}.${index}: ${metric.metric_name} is for ${scope === 'EVALUATION_SCOPE_AGENT' ? 'models' : 'agents'}.`)
    return metric
  })
}

/** Parses the deciding metric, with its threshold as a score and in percent. @throws Failure 422 */
export function parseStar(request: StarMetric, metrics: readonly Metric[], field: string): StarMetric {
  const metric = metrics.find((each) => each.metric_uuid === request.metric_uuid)
  if (!metric) throw unprocessable(`star_metric.metric_uuid: is none of ${field}.`)
  if (!metric.is_metric_goal) throw unprocessable(`star_metric.metric_uuid: ${metric.metric_name} cannot decide.`)
  // All scores are from 0 to 100.
  const threshold = request.success_threshold_pct ?? request.success_threshold ?? usualThreshold
  if (threshold < 0 || threshold > 100) throw unprocessable('star_metric.success_threshold: must be from 0 to 100.')
  return {
    metric_uuid: metric.metric_uuid,
    name: metric.metric_name,
    success_threshold: threshold,
    success_threshold_pct: Math.round(threshold),
  }
}

export const usualThreshold = 50

export const catalog: Catalog = (engine) => {
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
