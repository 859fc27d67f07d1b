/** Summary of a run: pass rates, durations, tokens and cost. */
import { findTextModel } from '../../catalog/genai-models.ts'
import { passes, type StarMetric, usualThreshold } from '../evaluations/index.ts'
import type { Run } from './run-settings.ts'
import type { AnsweredPrompt, ModelRunSubject } from './run-subject.ts'

type Summary = NonNullable<Run['result_summary']>
type Performance = Summary['performance_metrics']

export function summarize(run: Run, subject: ModelRunSubject, answers: readonly AnsweredPrompt[], endedAt: string): Summary {
  const { star_metric: star, started_at: startedAt = endedAt } = run
  const summaries = summarizeMetrics(subject, star, answers)
  const shares = summaries.flatMap(({ pass_percent: share, skip_percent: skipped }) => (skipped === 100 ? [] : [share]))
  return {
    overall_score_percent: shares.length === 0 ? 0 : round(sum(shares) / shares.length, 2),
    ...(star && {
      star_metric_summary: {
        metric_uuid: star.metric_uuid,
        metric_name: star.name ?? '',
        threshold: star.success_threshold ?? usualThreshold,
      },
    }),
    metric_summaries: summaries,
    performance_metrics: measurePerformance(answers),
    pricing: calculatePricing(subject, answers),
    start_time: startedAt,
    end_time: endedAt,
    total_duration_seconds: Math.max(0, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000)),
  }
}

function summarizeMetrics(
  { metrics }: ModelRunSubject,
  star: StarMetric | undefined,
  answers: readonly AnsweredPrompt[],
): Summary['metric_summaries'] {
  return metrics.map((metric, at) => {
    const threshold = (star?.metric_uuid === metric.metric_uuid ? star.success_threshold : undefined) ?? usualThreshold
    const outcomes = answers.map(({ results }) => passes(metric, results[at] ?? {}, threshold))
    const count = (wanted: boolean | undefined) => outcomes.filter((outcome) => outcome === wanted).length
    const share = (part: number) => (answers.length === 0 ? 0 : round((part / answers.length) * 100, 2))
    const [passed, failed, skipped] = [count(true), count(false), count(undefined)]
    return {
      metric_uuid: metric.metric_uuid,
      metric_name: metric.metric_name,
      description: metric.description,
      pass_count: passed,
      pass_percent: share(passed),
      fail_count: failed,
      fail_percent: share(failed),
      skipped_count: skipped,
      // The remainder, so that the sum is exact.
      skip_percent: answers.length === 0 ? 100 : round(100 - share(passed) - share(failed), 2),
    }
  })
}

function measurePerformance(answers: readonly AnsweredPrompt[]): Performance {
  const latencies = answers.map(({ latency }) => latency).toSorted((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.ceil(latencies.length * share) - 1)] ?? 0
  const total = (pick: (answer: AnsweredPrompt) => number) => sum(answers.map(pick))
  const [read, written] = [total(({ tokens }) => tokens.read), total(({ tokens }) => tokens.written)]
  const [judgeRead, judgeWritten] = [total(({ tokens }) => tokens.judgeRead), total(({ tokens }) => tokens.judgeWritten)]
  return {
    candidate_latency: {
      avg_e2e_latency_ms: Math.round(sum(latencies) / Math.max(1, latencies.length)),
      min_e2e_latency_ms: latencies[0] ?? 0,
      max_e2e_latency_ms: latencies.at(-1) ?? 0,
      p50_latency_ms: at(0.5),
      p90_latency_ms: at(0.9),
      p95_latency_ms: at(0.95),
    },
    token_usage: {
      total_candidate_tokens: String(read + written),
      total_candidate_input_tokens: String(read),
      total_candidate_output_tokens: String(written),
      total_judge_tokens: String(judgeRead + judgeWritten),
      total_judge_input_tokens: String(judgeRead),
      total_judge_output_tokens: String(judgeWritten),
    },
  }
}

function calculatePricing({ judge, model, candidate }: ModelRunSubject, answers: readonly AnsweredPrompt[]): Summary['pricing'] {
  const total = (pick: (tokens: AnsweredPrompt['tokens']) => number) => sum(answers.map(({ tokens }) => pick(tokens)))
  const judged = costOf(
    judge,
    total(({ judgeRead }) => judgeRead),
    total(({ judgeWritten }) => judgeWritten),
  )
  const answered = costOf(
    model,
    total(({ read }) => read),
    total(({ written }) => written),
  )
  return {
    currency: 'USD',
    total_cost: round(judged.total_cost + answered.total_cost, 8),
    judge_model_pricing: judged,
    per_candidate_model_pricing: [
      { model_uuid: candidate.uuid, model_name: candidate.name, prompt_count: answers.length, pricing: answered },
    ],
  }
}

function costOf(model: string, read: number, written: number) {
  const { input_price_per_million: input = 0, output_price_per_million: output = 0 } = findTextModel(model).prices ?? {}
  const [input_cost, output_cost] = [round((read * input) / 1e6, 8), round((written * output) / 1e6, 8)]
  return { input_cost, output_cost, total_cost: round(input_cost + output_cost, 8) }
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits
