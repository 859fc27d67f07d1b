/** What a run measures, as it was when the run was asked for, and how each prompt is answered. */
import { findModelById, findTextModel, type GenaiModelEntry } from '../../catalog/genai-models.ts'
import type { Kinds } from '../../generated/types.ts'
import { createRandom } from '../../inference/random.ts'
import { countTokens } from '../../inference/tokens.ts'
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
  /** Milliseconds; missing until the first prompt was put. */
  readonly startedAt?: number
  /** How many prompts had been put when the run was cancelled. */
  readonly stoppedAt?: number
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
  readonly latency: number
  readonly tokens: { readonly read: number; readonly written: number; readonly judgeRead: number; readonly judgeWritten: number }
  readonly prices: { readonly read: number; readonly written: number }
}

/** What a judge is told beside prompt and answer, and what it says, in tokens for each metric. */
const judging = { told: 180, said: 40 }

export function answer(subject: ModelRunSubject, index: number): AnsweredPrompt {
  const { input = '', expected = '' } = subject.rows[index] ?? {}
  const { config, candidate } = subject
  const random = createRandom(JSON.stringify([candidate.uuid, config, input]))
  const route = subject.routes && random.pick(subject.routes as readonly [Route, ...Route[]]) // a router always has a fallback
  const model = route === undefined ? findTextModel(candidate.uuid) : (findModelById(route.model) ?? findTextModel(''))
  const { system_prompt: prompt, max_tokens: most, stop_token: stop, temperature } = config
  const before = prompt ? [{ by: 'instructions' as const, text: prompt }] : []
  const { output, inputTokens, outputTokens } = ask({
    model,
    before,
    input,
    salt: `${temperature ?? ''}`,
    maxTokens: most,
    stop,
  })
  const told = (judging.told + countTokens(`${input}${output}${expected}`)) * subject.metrics.length
  return {
    input,
    output,
    expected,
    model: route === undefined ? candidate : { uuid: model.uuid, name: model.name },
    task: route?.task,
    results: subject.metrics.map((metric) => scoreAnswer(metric, { input, output, expected, hasTools: false })),
    latency: 180 + outputTokens * 12 + random.below(400),
    tokens: { read: inputTokens, written: outputTokens, judgeRead: told, judgeWritten: judging.said * subject.metrics.length },
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
