/** Puts a question to what writes answers: the same words bring the same answer, here as in inference. */
import type { GenaiModelEntry } from '../../catalog/genai-models.ts'
import { countPrompt, type Prompt, type Turn } from '../../inference/prompt.ts'
import { writeReply } from '../../inference/write-reply.ts'

export interface Asked {
  readonly model: GenaiModelEntry
  /** What stands in front of the question. */
  readonly before: readonly Turn[]
  readonly input: string
  readonly maxTokens?: number | undefined
  readonly stop?: string | undefined
  readonly salt?: string
}

export interface Answer {
  readonly output: string
  readonly inputTokens: number
  readonly outputTokens: number
}

export function ask({ model, before, input, maxTokens, stop, salt = '' }: Asked): Answer {
  const prompt: Prompt = {
    model,
    turns: [...before, { by: 'person', text: input }],
    functions: [],
    choice: 'none',
    maxTokens,
    stops: stop === undefined || stop === '' ? [] : [stop],
    thinks: false,
    salt,
  }
  const { text, count } = writeReply(prompt, 0)
  return { output: text, inputTokens: countPrompt(prompt), outputTokens: count }
}

/** How many of `total` are done when so much of the time is over. */
export function countDone(total: number, since: number, seconds: number, now: number): number {
  const share = seconds <= 0 ? 1 : (now - since) / (seconds * 1000)
  return Math.max(0, Math.min(total, Math.floor(total * share)))
}
