/** What answers are scored by: the platform's metrics, and the account's own, which are for models. */
import { agentMetrics, modelMetrics } from '../../catalogue/evaluation-metrics.ts'
import type { Behavior } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import { openKey, readBody } from '../../engine/serve.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { missing } from '../agents/index.ts'

const kind = 'EvaluationMetric'
const custom = 'EVALUATION_METRIC_SOURCE_CUSTOM'
export type MetricScope = 'EVALUATION_SCOPE_AGENT' | 'EVALUATION_SCOPE_MODEL'

const metricKey = (uuid: unknown): Key => ({ kind, id: String(uuid) })
const deletedKey = (uuid: unknown): Key => ({ kind: 'deletedEvaluationMetric', id: String(uuid) })

const listOf =
  (scope: MetricScope): Behavior =>
  (call, world) => {
    const metrics = world.engine.all({ kind, where: [{ field: 'evaluation_scope', equals: scope }] })
    const own = metrics
      .filter(({ source }) => source === custom)
      .toSorted((a, b) => (String(a['metric_name']) < String(b['metric_name']) ? -1 : 1))
    const others = metrics.filter(({ source }) => source !== custom).toSorted((a, b) => Number(a['metric_rank']) - Number(b['metric_rank']))
    return replyValues(call, 'metrics', [...others, ...own.map((metric) => describe(world, metric))])
  }

export const listAgentMetrics = listOf('EVALUATION_SCOPE_AGENT')
export const listModelMetrics = listOf('EVALUATION_SCOPE_MODEL')

function listPresets({ engine }: World, uuid: unknown): Value[] {
  const uses = ({ metrics }: Value) => Array.isArray(metrics) && metrics.filter(isRecord).some((metric) => metric['metric_uuid'] === uuid)
  return engine.all({ kind: 'ModelEvaluationPreset' }).filter(uses)
}

function describe(world: World, metric: Value): Value {
  const presets = listPresets(world, metric['metric_uuid']).map(({ eval_preset_uuid, name }) => ({ eval_preset_uuid, name }))
  return { ...metric, associated_presets: presets }
}

export const createMetric: Behavior = (call, world) => {
  const { engine, clock } = world
  const { metric_name: name, description = '', config } = readBody(call)
  const stamp = clock.stamp()
  const metric = engine.create(kind, {
    metric_name: name,
    description,
    metric_type: 'METRIC_TYPE_MODEL_QUALITY',
    metric_value_type: 'METRIC_VALUE_TYPE_NUMBER',
    evaluation_scope: 'EVALUATION_SCOPE_MODEL',
    source: custom,
    range_min: 0,
    range_max: 100,
    is_metric_goal: true,
    custom_eval_config: { requires_ground_truth: false, ...(config as object), created_at: stamp, updated_at: stamp },
    associated_presets: [],
  })
  return { body: JSON.stringify({ metric }) }
}

/** @throws Failure 404 for metrics of the platform too */
function openOwn(call: Parameters<Behavior>[0], world: World): Key {
  const key = openKey(call, world)
  if (world.engine.get(key)['source'] !== custom) throw notFound()
  return key
}

export const updateMetric: Behavior = (call, world) => {
  const { engine, clock } = world
  const key = openOwn(call, world)
  const { metric_name: name, description, config } = readBody(call)
  const { custom_eval_config: before } = engine.get(key)
  engine.update(key, { ...(name !== undefined && { metric_name: name }), ...(description !== undefined && { description }) })
  const metric = engine.change(key, {
    custom_eval_config: { ...(before as object), ...(isRecord(config) && config), updated_at: clock.stamp() },
  })
  return { body: JSON.stringify({ metric: describe(world, metric) }) }
}

export const deleteMetric: Behavior = (call, world) => {
  const { engine, store, clock } = world
  const key = openOwn(call, world)
  const [preset] = listPresets(world, key.id)
  if (preset) throw conflict(`The preset "${String(preset['name'])}" uses this metric.`)
  engine.remove(key)
  store.put({ ...deletedKey(key.id), text: JSON.stringify(clock.stamp()) })
  return {}
}

/** The metrics of a request. @throws Failure 404, 422 */
export function readMetrics({ engine }: World, uuids: readonly unknown[], field: string, scope: MetricScope): Value[] {
  return [...new Set(uuids)].map((uuid, index) => {
    const metric = engine.find(metricKey(uuid))
    if (!metric) throw missing(`${field}.${index}`, 'metric', uuid)
    if (metric['evaluation_scope'] !== scope)
      throw unprocessable(
        `${field}.${index}: ${String(metric['metric_name'])} is for ${scope === 'EVALUATION_SCOPE_AGENT' ? 'models' : 'agents'}.`,
      )
    const { associated_presets: _, ...kept } = metric
    return kept
  })
}

/** Metrics inside a run say when they were deleted. */
export function markDeleted({ store }: World, metrics: unknown): unknown[] {
  return (metrics as readonly Value[]).map((metric) => {
    const at = store.text(deletedKey(metric['metric_uuid']))
    const { custom_eval_config: config } = metric
    return at === undefined || !isRecord(config)
      ? metric
      : { ...metric, custom_eval_config: { ...config, deleted_at: JSON.parse(at) as string } }
  })
}

/** The metric that decides, with its threshold both as a score and in percent. @throws Failure 422 */
export function readStar(given: Value, metrics: readonly Value[], field: string): Value {
  const metric = metrics.find((each) => each['metric_uuid'] === given['metric_uuid'])
  if (!metric) throw unprocessable(`star_metric.metric_uuid: is none of ${field}.`)
  if (metric['is_metric_goal'] !== true) throw unprocessable(`star_metric.metric_uuid: ${String(metric['metric_name'])} cannot decide.`)
  const { range_min: min = 0, range_max: max = 100 } = metric as { readonly range_min?: number; readonly range_max?: number }
  const { success_threshold: score, success_threshold_pct: percent } = given
  if (typeof percent !== 'number' && typeof score === 'number' && (score < min || score > max))
    throw unprocessable(`star_metric.success_threshold: must be from ${min} to ${max}.`)
  const share = typeof percent === 'number' ? percent : typeof score === 'number' ? ((score - min) / (max - min)) * 100 : usualThreshold
  return {
    metric_uuid: metric['metric_uuid'],
    name: metric['metric_name'],
    success_threshold: min + ((max - min) * share) / 100,
    success_threshold_pct: Math.round(share),
  }
}

/** Percent, where nobody says. */
export const usualThreshold = 50

export function seedMetrics({ engine }: World): void {
  for (const metrics of [agentMetrics, modelMetrics]) {
    for (const [index, metric] of metrics.entries()) {
      const fields = {
        ...metric,
        metric_value_type: 'METRIC_VALUE_TYPE_PERCENTAGE',
        source: 'EVALUATION_METRIC_SOURCE_BUILTIN',
        range_min: 0,
        range_max: 100,
        metric_rank: index + 1,
      }
      engine.create(kind, fields, { id: metric.metric_uuid })
    }
  }
}
