/** Subject of a run, in its state when the run was created, and its answers. */
import { findTextModel } from '../../catalog/genai-models.ts'
import type { Kinds } from '../../generated/types.ts'
import { answerQuestion, type DatasetRow, type Metric, type MetricResult, scoreAnswer } from '../evaluations/index.ts'

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
  /** Id of the evaluated model: a router is evaluated by its first fallback. */
  readonly model: string
  /** True once the candidate has answered all prompts. */
  readonly isAnswered: boolean
}

export interface AnsweredPrompt {
  readonly input: string
  readonly output: string
  readonly expected: string
  readonly results: readonly MetricResult[]
  /** Duration in milliseconds. */
  readonly latency: number
  readonly tokens: { readonly read: number; readonly written: number; readonly judgeRead: number; readonly judgeWritten: number }
}

const msPerToken = 10

/** Answers in the order of the dataset; empty until all exist. */
export function listAnswers(subject: ModelRunSubject): AnsweredPrompt[] {
  return subject.isAnswered ? subject.rows.map((row) => answer(subject, row)) : []
}

function answer({ config, model, metrics }: ModelRunSubject, { input, expected }: DatasetRow): AnsweredPrompt {
  const { system_prompt: prompt, max_tokens: maxTokens, stop_token: stop } = config
  const before = prompt ? [{ by: 'instructions' as const, text: prompt }] : []
  const { output, inputTokens, outputTokens } = answerQuestion({ model: findTextModel(model), before, input, maxTokens, stop })
  return {
    input,
    output,
    expected,
    results: metrics.map((metric) => scoreAnswer(metric, { input, output, expected, hasTools: false })),
    latency: outputTokens * msPerToken,
    // The judge reads the question and the answer once for each metric, and generates one token.
    tokens: {
      read: inputTokens,
      written: outputTokens,
      judgeRead: (inputTokens + outputTokens) * metrics.length,
      judgeWritten: metrics.length,
    },
  }
}
