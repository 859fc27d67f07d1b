/**
 * Answers and scores, by a fixed rule: an answer repeats its question, and its score is good (80) unless the question or the expected
 * answer contains the word "fail", so that a dataset can request a failure, then bad (20). For metrics where lower is better, the scores
 * are reversed. An empty question has no answer and no score.
 */
import { comparingMetrics } from '../../catalog/evaluation-metrics.ts'
import type { Kinds } from '../../generated/types.ts'
import { countTokens } from '../../inference/tokens.ts'

type Metric = Kinds['EvaluationMetric']
export type MetricResult = Kinds['EvaluationRun']['run_level_metric_results'][number]

const completed = 'EVALUATION_METRIC_RESULT_STATUS_COMPLETED'
const failed = 'EVALUATION_METRIC_RESULT_STATUS_FAILED'

export function answerQuestion(input: string) {
  const output = input && `Answer to: ${input}`
  return { output, inputTokens: countTokens(input), outputTokens: countTokens(output) }
}

export const asksForFailure = (text: string): boolean => /\bfail/i.test(text)

export function scoreAnswer(metric: Metric, input: string, expected = ''): MetricResult {
  const head = describeMetric(metric)
  if (input === '') return { ...head, status: failed, error_description: 'There is no answer to score.' }
  const isGood = !asksForFailure(`${input} ${expected}`)
  const reasoning = isGood ? 'The answer is as expected.' : 'The answer is not as expected.'
  return { ...head, status: completed, number_value: isGood === (metric.inverted === true) ? 20 : 80, reasoning }
}

/** Computes the mean over all questions. */
export function scoreAll(metric: Metric, results: readonly MetricResult[]): MetricResult {
  const values = results.flatMap(({ metric_uuid: id, number_value: value }) =>
    id === metric.metric_uuid && value !== undefined ? value : [],
  )
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return { ...describeMetric(metric), ...(values.length > 0 ? { status: completed, number_value: Math.round(mean) } : { status: failed }) }
}

const describeMetric = ({ metric_uuid, metric_name, metric_value_type }: Metric) => ({ metric_uuid, metric_name, metric_value_type })

export function needsExpected({ metric_uuid: uuid, custom_eval_config: config }: Metric): boolean {
  return comparingMetrics.includes(uuid) || config?.requires_ground_truth === true
}

export function passes(metric: Metric, { number_value: value }: Partial<MetricResult>, threshold: number): boolean {
  return value !== undefined && (metric.inverted ? value <= threshold : value >= threshold)
}

export const hasFailed = (results: readonly MetricResult[]): boolean => results.some(({ status }) => status === failed)
