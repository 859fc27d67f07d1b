/** What a run measures, as it was when the run was created, and its answers. */
import { findModelById, findTextModel, type GenaiModelEntry } from '../../catalog/genai-models.ts'
import type { Kinds } from '../../generated/types.ts'
import { ask, type DatasetRow, type Metric, type MetricResult, scoreAnswer } from '../evaluations/index.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    ModelEvaluationRun: { subject: ModelRunSubject }
  }
}

export interface ModelRunSubject {
  readonly rows: readonly DatasetRow[]
  readonly metrics: readonly Metric[]
  readonly config: Kinds['ModelEvaluationRun']['candidate_inference_config']
  readonly judge: string
  readonly candidate: { readonly uuid: string; readonly name: string }
  /** The policies of a router; missing unless one is measured. */
  readonly routes?: readonly Route[]
  /** True once the candidate has answered all prompts. */
  readonly isAnswered: boolean
}

export interface Route {
  /** Undefined for what fits no task. */
  readonly task?: string | undefined
  readonly model: string
}

export interface AnsweredPrompt {
  readonly input: string
  readonly output: string
  readonly expected: string
  readonly model: { readonly uuid: string; readonly name: string }
  readonly task: string | undefined
  readonly results: readonly MetricResult[]
  /** In milliseconds. */
  readonly latency: number
  readonly tokens: { readonly read: number; readonly written: number; readonly judgeRead: number; readonly judgeWritten: number }
  readonly prices: { readonly read: number; readonly written: number }
}

const msPerToken = 10

/** In the order of the dataset; empty until all have been answered. */
export function listAnswers(subject: ModelRunSubject): AnsweredPrompt[] {
  return subject.isAnswered ? subject.rows.map((row, index) => answer(subject, row, index)) : []
}

/** A router sends the prompts to its policies in turn, the fallback last. */
function answer({ config, candidate, routes, metrics }: ModelRunSubject, { input, expected }: DatasetRow, index: number): AnsweredPrompt {
  const route = routes?.[index % routes.length]
  const model = route === undefined ? findTextModel(candidate.uuid) : (findModelById(route.model) ?? findTextModel(''))
  const { system_prompt: prompt, max_tokens: maxTokens, stop_token: stop } = config
  const before = prompt ? [{ by: 'instructions' as const, text: prompt }] : []
  const { output, inputTokens, outputTokens } = ask({ model, before, input, maxTokens, stop })
  return {
    input,
    output,
    expected,
    model: route === undefined ? candidate : { uuid: model.uuid, name: model.name },
    task: route?.task,
    results: metrics.map((metric) => scoreAnswer(metric, { input, output, expected, hasTools: false })),
    latency: outputTokens * msPerToken,
    // The judge reads question and answer once for each metric, and writes one token.
    tokens: {
      read: inputTokens,
      written: outputTokens,
      judgeRead: (inputTokens + outputTokens) * metrics.length,
      judgeWritten: metrics.length,
    },
    prices: pricesOf(model),
  }
}

/** US dollars for a token. */
export function pricesOf(model: GenaiModelEntry | undefined): AnsweredPrompt['prices'] {
  const { input_price_per_million: read = 0, output_price_per_million: written = 0 } = model?.prices ?? {}
  return { read: read / 1e6, written: written / 1e6 }
}

export function listRoutes({ config: { policies, fallback_models: fallback } }: Kinds['ModelRouter']): Route[] {
  const named = policies.map((policy) => ({
    task: 'custom_task' in policy ? policy.custom_task.name : policy.task_slug,
    model: policy.models[0] ?? '',
  }))
  return [...named, { model: fallback[0] ?? '' }]
}
