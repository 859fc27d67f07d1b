/** Summary of a run: pass rates, tokens and cost. Every answer takes half a second. */
import { findTextModel } from '../../catalog/genai-models.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { answerQuestion, passes, usualThreshold } from '../evaluations/index.ts'

type Run = Kinds['ModelEvaluationRun']
type Summary = NonNullable<Run['result_summary']>
type Result = Operations['modelEvaluations_runs_get']['reply']['results'][number]

const latencyMs = 500

export function summarizeResults(run: Run, results: readonly Result[], endedAt: string): Summary {
  const { star_metric: star, started_at: startedAt = endedAt, metrics } = run
  const summaries = metrics.map((metric, index) => {
    const threshold = (star?.metric_uuid === metric.metric_uuid ? star.success_threshold : undefined) ?? usualThreshold
    const scores = results.flatMap(({ metric_results: own }) => own[index] ?? []).filter((score) => score.number_value !== undefined)
    const passed = scores.filter((score) => passes(metric, score, threshold)).length
    const [failed, skipped] = [scores.length - passed, results.length - scores.length]
    const { metric_uuid, metric_name, description } = metric
    const percents = { pass_percent: share(passed, results), fail_percent: share(failed, results) }
    // The remainder, so that the sum is exact.
    const rest = round(100 - percents.pass_percent - percents.fail_percent, 2)
    const counts = { pass_count: passed, fail_count: failed, skipped_count: skipped }
    return { metric_uuid, metric_name, description, ...counts, ...percents, skip_percent: rest }
  })
  const answers = results.map(({ input }) => answerQuestion(input))
  const read = sum(answers.map(({ inputTokens }) => inputTokens))
  const outputTokenCount = sum(answers.map(({ outputTokens }) => outputTokens))
  // The judge reads the question and the answer once for each metric, and generates one token.
  const judge = { read: (read + outputTokenCount) * metrics.length, written: results.length * metrics.length }
  const candidateCost = calculateCost(run.candidate_model_uuid, read, outputTokenCount)
  const judgeCost = calculateCost(run.judge_model_uuid, judge.read, judge.written)
  const model = { model_uuid: run.candidate_model_uuid, model_name: run.candidate_model_name }
  return {
    overall_score_percent: round(sum(summaries.map(({ pass_percent: percent }) => percent)) / summaries.length, 2),
    ...(star && {
      star_metric_summary: {
        metric_uuid: star.metric_uuid,
        metric_name: star.name ?? '',
        threshold: star.success_threshold ?? usualThreshold,
      },
    }),
    metric_summaries: summaries,
    performance_metrics: {
      candidate_latency: {
        avg_e2e_latency_ms: latencyMs,
        min_e2e_latency_ms: latencyMs,
        max_e2e_latency_ms: latencyMs,
        p50_latency_ms: latencyMs,
        p90_latency_ms: latencyMs,
        p95_latency_ms: latencyMs,
      },
      token_usage: {
        total_candidate_tokens: String(read + outputTokenCount),
        total_candidate_input_tokens: String(read),
        total_candidate_output_tokens: String(outputTokenCount),
        total_judge_tokens: String(judge.read + judge.written),
        total_judge_input_tokens: String(judge.read),
        total_judge_output_tokens: String(judge.written),
      },
    },
    pricing: {
      currency: 'USD',
      total_cost: round(judgeCost.total_cost + candidateCost.total_cost, 8),
      judge_model_pricing: judgeCost,
      per_candidate_model_pricing: [{ ...model, prompt_count: results.length, pricing: candidateCost }],
    },
    start_time: startedAt,
    end_time: endedAt,
    total_duration_seconds: Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000),
  }
}

function calculateCost(model: string, read: number, outputTokens: number) {
  const { input_price_per_million: input = 0, output_price_per_million: output = 0 } = findTextModel(model).prices ?? {}
  const [input_cost, output_cost] = [round((read * input) / 1e6, 8), round((outputTokens * output) / 1e6, 8)]
  return { input_cost, output_cost, total_cost: round(input_cost + output_cost, 8) }
}

const share = (part: number, results: readonly unknown[]) => round((part / Math.max(1, results.length)) * 100, 2)
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits
