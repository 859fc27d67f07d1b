/** Sends one question to a model, with the same reply as the inference API. */
import type { GenaiModelEntry } from '../../catalog/genai-models.ts'
import { countPrompt, type Prompt, type Turn } from '../../inference/prompt.ts'
import { formatReply } from '../../inference/format-reply.ts'

export interface RequestFields {
  readonly model: GenaiModelEntry
  /** Prefix of every question. */
  readonly before: readonly Turn[]
  readonly input: string
  readonly maxTokens?: number | undefined
  readonly stop?: string | undefined
}

export interface Answer {
  readonly output: string
  readonly inputTokens: number
  readonly outputTokens: number
}

export function answerQuestion({ model, before, input, maxTokens, stop }: RequestFields): Answer {
  const prompt: Prompt = {
    model,
    turns: [...before, { by: 'person', text: input }],
    functions: [],
    choice: 'none',
    maxTokens,
    stops: stop === undefined || stop === '' ? [] : [stop],
    usesReasoning: false,
  }
  const { text, count } = formatReply(prompt, 0)
  return { output: text, inputTokens: countPrompt(prompt), outputTokens: count }
}
