/** How a judge scores an answer. Nobody judges here: the score follows from the metric, the question and the answer. */
import { comparingMetrics } from '../../catalog/evaluation-metrics.ts'
import type { Kinds } from '../../generated/types.ts'
import { createRandom } from '../../inference/random.ts'

type Metric = Kinds['EvaluationMetric']
export type MetricResult = Kinds['EvaluationRun']['run_level_metric_results'][number]

export interface Answered {
  readonly input: string
  readonly output: string
  /** Empty when the dataset does not say. */
  readonly expected: string
  /** Whether passages or functions were there to be used. */
  readonly hasTools: boolean
}

const completed = 'EVALUATION_METRIC_RESULT_STATUS_COMPLETED'
const skipped = 'EVALUATION_METRIC_RESULT_STATUS_SKIPPED'
const failed = 'EVALUATION_METRIC_RESULT_STATUS_FAILED'

const reasons = {
  good: ['It does what was asked.', 'Nothing that matters is missing.', 'It keeps to the point.'],
  bad: ['Part of what was asked is missing.', 'It says more than it can know.', 'It stays too general.'],
} as const

export function scoreAnswer(metric: Metric, { input, output, expected, hasTools }: Answered): MetricResult {
  const head = describeMetric(metric)
  if (output === '') return { ...head, status: failed, error_description: 'There is no answer to score.' }
  if ((needsExpected(metric) && expected === '') || (metric.metric_type === 'METRIC_TYPE_RAG_AND_TOOL' && !hasTools))
    return { ...head, status: skipped }
  const prompt = metric.custom_eval_config?.scoring_prompt ?? ''
  const random = createRandom(JSON.stringify([metric.metric_uuid, prompt, input, output, expected]))
  const isGood = random.below(5) > 0
  const height = isGood ? 75 + random.below(26) : 20 + random.below(40)
  const value = metric.inverted ? 100 - height : height
  return { ...head, status: completed, number_value: value, reasoning: random.pick(isGood ? reasons.good : reasons.bad) }
}

export function needsExpected({ metric_uuid: uuid, custom_eval_config: config }: Metric): boolean {
  return comparingMetrics.includes(uuid) || config?.requires_ground_truth === true
}

/** The mean over all questions; skipped when none could be scored. */
export function scoreAll(metric: Metric, results: readonly MetricResult[]): MetricResult {
  const head = describeMetric(metric)
  const values = results.flatMap(({ number_value: value }) => value ?? [])
  if (values.length > 0)
    return { ...head, status: completed, number_value: round(values.reduce((sum, value) => sum + value, 0) / values.length) }
  const [first] = results
  return first?.status === failed
    ? { ...head, status: failed, ...(first.error_description !== undefined && { error_description: first.error_description }) }
    : { ...head, status: skipped }
}

const round = (value: number) => Math.round(value * 100) / 100

const describeMetric = ({ metric_uuid, metric_name, metric_value_type }: Metric) => ({ metric_uuid, metric_name, metric_value_type })

/** Undefined without a score. */
export function passes(metric: Metric, { number_value: value }: Partial<MetricResult>, threshold: number): boolean | undefined {
  if (value === undefined) return undefined
  return metric.inverted ? value <= threshold : value >= threshold
}

export const hasFailed = (results: readonly Pick<MetricResult, 'status'>[]): boolean => results.some(({ status }) => status === failed)
