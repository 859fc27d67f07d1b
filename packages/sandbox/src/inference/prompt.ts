/** Prompt of a text model, independent of the conversation format. */
import { type GenaiModelEntry, findModelById } from '../catalog/genai-models.ts'
import { Failure, unprocessable } from '../engine/failure.ts'
import type { Value } from '../engine/values.ts'
import { countTokens } from './tokens.ts'

export interface Prompt {
  readonly model: GenaiModelEntry
  /** Messages, the oldest first. */
  readonly turns: readonly Turn[]
  readonly functions: readonly FunctionDefinition[]
  readonly choice: ToolChoice
  /** Maximum number of output tokens; undefined for no limit. */
  readonly maxTokens: number | undefined
  readonly stops: readonly string[]
  /** JSON Schema of a structured reply; undefined for free text. */
  readonly format?: unknown
  readonly usesReasoning: boolean
}

export interface Turn {
  readonly by: 'instructions' | 'person' | 'model' | 'function'
  readonly text: string
  /** URLs of its images. */
  readonly pictures?: readonly string[]
}

export interface FunctionDefinition {
  readonly name: string
  readonly description?: string | undefined
  /** A JSON Schema; undefined for a function without arguments. */
  readonly parameters?: Value | undefined
}

export type ToolChoice = 'none' | 'auto' | 'required' | { readonly name: string }

/** Tokens of a message besides its text. */
const tokensPerMessage = 4
/** Tokens of an image, whatever its size. */
const tokensPerPicture = 85

/** Counts the input tokens. */
export function countPrompt({ turns, functions }: Pick<Prompt, 'turns' | 'functions'>): number {
  const messageTokens = turns.reduce(
    (sum, { text, pictures = [] }) => sum + tokensPerMessage + countTokens(text) + tokensPerPicture * pictures.length,
    0,
  )
  return messageTokens + (functions.length === 0 ? 0 : countTokens(JSON.stringify(functions)))
}

/** @throws Failure 404, 422 */
export function findModel(id: string, type: GenaiModelEntry['type'], field = 'model'): GenaiModelEntry {
  const model = findModelById(id)
  if (!model || model.lifecycle === 'retired') throw new Failure(404, `${field}: model "${id}" not found. GET /v1/models lists them.`)
  if (model.type !== type) throw unprocessable(`${field}: "${id}" is a model for ${nouns[model.type]}, not for ${nouns[type]}.`)
  return model
}

const nouns = {
  text: 'text',
  embedding: 'embeddings',
  image: 'pictures',
  audio: 'sound',
  video: 'films',
  reranking: 'reranking',
} as const satisfies Record<GenaiModelEntry['type'], string>

/** @throws Failure 422 when the required function does not exist, or there are no functions */
export function checkChoice(choice: ToolChoice, functions: readonly FunctionDefinition[]): void {
  if (choice === 'required' && functions.length === 0)
    throw unprocessable('tool_choice: a call is required, but tools contains no function.')
  if (typeof choice === 'string') return
  if (!functions.some(({ name }) => name === choice.name)) throw unprocessable(`tool_choice: tools contains no function "${choice.name}".`)
}

/** @throws Failure 422 when the conversation exceeds the context window */
export function checkLength(prompt: Prompt, field: string): void {
  const read = countPrompt(prompt)
  const { contextWindow, id } = prompt.model
  if (read > contextWindow) throw unprocessable(`${field}: ${read} tokens are more than the ${contextWindow} that ${id} can read.`)
}
