/**
 * Scores of answers, by a fixed rule: good (80) unless the question or the expected answer contains the word "fail", so that a dataset can
 * request a failure, then bad (20). For metrics where lower is better, the scores are reversed.
 */
import { comparingMetrics } from '../../catalog/evaluation-metrics.ts'
import type { Kinds } from '../../generated/types.ts'

type Metric = Kinds['EvaluationMetric']
export type MetricResult = Kinds['EvaluationRun']['run_level_metric_results'][number]

export interface ScoredAnswer {
  readonly input: string
  readonly output: string
  /** Empty if the dataset has none. */
  readonly expected: string
  /** True when the agent has knowledge bases or functions. */
  readonly hasTools: boolean
}

const completed = 'EVALUATION_METRIC_RESULT_STATUS_COMPLETED'
const skipped = 'EVALUATION_METRIC_RESULT_STATUS_SKIPPED'
const failed = 'EVALUATION_METRIC_RESULT_STATUS_FAILED'

export function scoreAnswer(metric: Metric, { input, output, expected, hasTools }: ScoredAnswer): MetricResult {
  const head = describeMetric(metric)
  if (output === '') return { ...head, status: failed, error_description: 'There is no answer to score.' }
  if ((needsExpected(metric) && expected === '') || (metric.metric_type === 'METRIC_TYPE_RAG_AND_TOOL' && !hasTools))
    return { ...head, status: skipped }
  const isGood = !asksForFailure(`${input} ${expected}`)
  const reasoning = isGood ? 'The answer is as expected.' : 'The answer is not as expected.'
  return { ...head, status: completed, number_value: isGood === (metric.inverted === true) ? 20 : 80, reasoning }
}

/** True for a text with the word "fail". The sandbox has no judge model: such a text gets a low score, every other a high one. */
export const asksForFailure = (text: string): boolean => /\bfail/i.test(text)

export function needsExpected({ metric_uuid: uuid, custom_eval_config: config }: Metric): boolean {
  return comparingMetrics.includes(uuid) || config?.requires_ground_truth === true
}

/** Computes the mean over all questions; skipped if none has a score. */
export function scoreAll(metric: Metric, results: readonly MetricResult[]): MetricResult {
  const head = describeMetric(metric)
  const values = results.flatMap(({ number_value: value }) => value ?? [])
  if (values.length > 0)
    return { ...head, status: completed, number_value: round(values.reduce((sum, value) => sum + value, 0) / values.length) }
  return results.find(({ status }) => status === failed) ?? { ...head, status: skipped }
}

const round = (value: number) => Math.round(value * 100) / 100

const describeMetric = ({ metric_uuid, metric_name, metric_value_type }: Metric) => ({ metric_uuid, metric_name, metric_value_type })

/** Undefined without a score. */
export function passes(metric: Metric, { number_value: value }: Partial<MetricResult>, threshold: number): boolean | undefined {
  if (value === undefined) return undefined
  return metric.inverted ? value <= threshold : value >= threshold
}

export const hasFailed = (results: readonly Pick<MetricResult, 'status'>[]): boolean => results.some(({ status }) => status === failed)
