/**
 * Answers and scores, by a fixed rule: an answer repeats its question, and its score is good (80) unless the question or the expected
 * answer contains the word "fail", so that a dataset can request a failure, then bad (20). For metrics where lower is better, the scores
 * are reversed. An empty question has no answer and no score. A metric that compares skips questions without an expected answer.
 */
import { comparingMetrics } from '../../catalog/evaluation-metrics.ts'
import type { Kinds } from '../../generated/types.ts'
import { countTokens } from '../../inference/tokens.ts'

type Metric = Kinds['EvaluationMetric']
export type MetricResult = Kinds['EvaluationRun']['run_level_metric_results'][number]

const completed = 'EVALUATION_METRIC_RESULT_STATUS_COMPLETED'
const failed = 'EVALUATION_METRIC_RESULT_STATUS_FAILED'
const skipped = 'EVALUATION_METRIC_RESULT_STATUS_SKIPPED'

export function answerQuestion(input: string) {
  const output = input && `Answer to: ${input}`
  return { output, inputTokens: countTokens(input), outputTokens: countTokens(output) }
}

export const asksForFailure = (text: string): boolean => /\bfail/i.test(text)

export function scoreAnswer(metric: Metric, input: string, expected = ''): MetricResult {
  const head = describeMetric(metric)
  if (input === '') return { ...head, status: failed, error_description: 'There is no answer to score.' }
  if (expected === '' && needsExpected(metric)) return { ...head, status: skipped }
  const isGood = !asksForFailure(`${input} ${expected}`)
  const reasoning = isGood ? 'The answer is as expected.' : 'The answer is not as expected.'
  return { ...head, status: completed, number_value: isGood === (metric.inverted === true) ? 20 : 80, reasoning }
}

/** Computes the mean over all questions. */
export function scoreAll(metric: Metric, results: readonly MetricResult[]): MetricResult {
  const scores = results.filter(({ metric_uuid: id }) => id === metric.metric_uuid)
  const values = scores.flatMap(({ number_value: value }) => value ?? [])
  const head = describeMetric(metric)
  if (values.length === 0) return { ...head, status: hasFailed(scores) ? failed : skipped }
  return { ...head, status: completed, number_value: Math.round(values.reduce((sum, value) => sum + value, 0) / values.length) }
}

const describeMetric = ({ metric_uuid, metric_name, metric_value_type }: Metric) => ({ metric_uuid, metric_name, metric_value_type })

export function needsExpected({ metric_uuid: uuid, custom_eval_config: config }: Metric): boolean {
  return comparingMetrics.includes(uuid) || config?.requires_ground_truth === true
}

export function passes(metric: Metric, { number_value: value }: Partial<MetricResult>, threshold: number): boolean {
  return value !== undefined && (metric.inverted ? value <= threshold : value >= threshold)
}

export const hasFailed = (results: readonly MetricResult[]): boolean => results.some(({ status }) => status === failed)
