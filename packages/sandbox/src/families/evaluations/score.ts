/** How a judge scores an answer. Nobody judges here: the score follows from the metric, the question and the answer. */
import { comparingMetrics } from '../../catalogue/evaluation-metrics.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import { rollDice } from '../../inference/dice.ts'

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

export function scoreAnswer(metric: Value, { input, output, expected, hasTools }: Answered): Value {
  const head = describeMetric(metric)
  if (output === '') return { ...head, status: failed, error_description: 'There is no answer to score.' }
  if ((needsExpected(metric) && expected === '') || (metric['metric_type'] === 'METRIC_TYPE_RAG_AND_TOOL' && !hasTools))
    return { ...head, status: skipped }
  const { custom_eval_config: config } = metric
  const prompt = isRecord(config) ? config['scoring_prompt'] : ''
  const dice = rollDice(JSON.stringify([metric['metric_uuid'], prompt, input, output, expected]))
  const isGood = dice.below(5) > 0
  const height = isGood ? 75 + dice.below(26) : 20 + dice.below(40)
  const value = metric['inverted'] === true ? 100 - height : height
  return { ...head, status: completed, number_value: value, reasoning: dice.pick(isGood ? reasons.good : reasons.bad) }
}

export function needsExpected(metric: Value): boolean {
  const { custom_eval_config: config } = metric
  return comparingMetrics.includes(String(metric['metric_uuid'])) || (isRecord(config) && config['requires_ground_truth'] === true)
}

/** The mean over all questions; skipped when none could be scored. */
export function scoreAll(metric: Value, results: readonly Value[]): Value {
  const head = describeMetric(metric)
  const values = results.flatMap(({ number_value: value }) => (typeof value === 'number' ? [value] : []))
  if (values.length > 0)
    return { ...head, status: completed, number_value: round(values.reduce((sum, value) => sum + value, 0) / values.length) }
  const [first] = results
  return first?.['status'] === failed
    ? { ...head, status: failed, error_description: first['error_description'] }
    : { ...head, status: skipped }
}

const round = (value: number) => Math.round(value * 100) / 100

const describeMetric = (metric: Value): Value => ({
  metric_uuid: metric['metric_uuid'],
  metric_name: metric['metric_name'],
  metric_value_type: metric['metric_value_type'],
})

/** Undefined without a score. */
export function passes(metric: Value, result: Value, threshold: number): boolean | undefined {
  const { number_value: value } = result
  if (typeof value !== 'number') return undefined
  return metric['inverted'] === true ? value <= threshold : value >= threshold
}

export const hasFailed = (results: readonly Value[]): boolean => results.some(({ status }) => status === failed)
