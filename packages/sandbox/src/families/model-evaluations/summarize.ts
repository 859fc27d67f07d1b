/** What came of a run as a whole: shares that passed, times, tokens and what they cost. */
import { findModelByUuid } from '../../catalog/genai-models.ts'
import { passes, type StarMetric, usualThreshold } from '../evaluations/index.ts'
import type { Run } from './read-run.ts'
import { type AnsweredPrompt, type ModelRunSubject, pricesOf } from './run-subject.ts'

type Summary = NonNullable<Run['result_summary']>
type Performance = Summary['performance_metrics']

export function summarize(run: Run, subject: ModelRunSubject, answers: readonly AnsweredPrompt[], endedAt: string): Summary {
  const { star_metric: star, started_at: startedAt = endedAt } = run
  const summaries = summarizeMetrics(subject, star, answers)
  const shares = summaries.flatMap(({ pass_percent: share, skip_percent: skipped }) => (skipped === 100 ? [] : [share]))
  const byModel = groupBy(answers, ({ model }) => model.name)
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
    ...(subject.routes && {
      per_model_summaries: {
        summaries: describeGroups(byModel, subject, star).map(({ name, ...rest }) => ({ model_name: name, ...rest })),
      },
      per_task_summaries: {
        summaries: describeGroups(
          groupBy(answers, ({ task }) => task ?? 'other'),
          subject,
          star,
        ).map(({ name, ...rest }) => ({ task_name: name, ...rest })),
      },
    }),
    performance_metrics: measure(answers),
    pricing: price(subject, byModel, answers),
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
      // What is left, so that rounding loses nothing.
      skip_percent: answers.length === 0 ? 100 : round(100 - share(passed) - share(failed), 2),
    }
  })
}

function describeGroups(groups: ReadonlyMap<string, readonly AnsweredPrompt[]>, subject: ModelRunSubject, star: StarMetric | undefined) {
  return [...groups].map(([name, own]) => ({
    name,
    prompt_count: own.length,
    metric_summaries: summarizeMetrics(subject, star, own),
    performance_metrics: measure(own),
  }))
}

function measure(answers: readonly AnsweredPrompt[]): Performance {
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

function price(
  subject: ModelRunSubject,
  byModel: ReadonlyMap<string, readonly AnsweredPrompt[]>,
  answers: readonly AnsweredPrompt[],
): Summary['pricing'] {
  const judge = pricesOf(findModelByUuid(subject.judge))
  const judged = cost(
    sum(answers.map(({ tokens }) => tokens.judgeRead)) * judge.read,
    sum(answers.map(({ tokens }) => tokens.judgeWritten)) * judge.written,
  )
  const candidates = [...byModel].map(([name, own]) => ({
    model_uuid: own[0]?.model.uuid ?? '',
    model_name: name,
    prompt_count: own.length,
    pricing: cost(
      sum(own.map(({ tokens, prices }) => tokens.read * prices.read)),
      sum(own.map(({ tokens, prices }) => tokens.written * prices.written)),
    ),
  }))
  const total = judged.total_cost + sum(candidates.map(({ pricing }) => pricing.total_cost))
  return { currency: 'USD', total_cost: round(total, 8), judge_model_pricing: judged, per_candidate_model_pricing: candidates }
}

function cost(input: number, output: number) {
  return { input_cost: round(input, 8), output_cost: round(output, 8), total_cost: round(input + output, 8) }
}

function groupBy(answers: readonly AnsweredPrompt[], name: (answer: AnsweredPrompt) => string): Map<string, AnsweredPrompt[]> {
  const groups = new Map<string, AnsweredPrompt[]>()
  for (const each of answers) groups.set(name(each), [...(groups.get(name(each)) ?? []), each])
  return groups
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits
