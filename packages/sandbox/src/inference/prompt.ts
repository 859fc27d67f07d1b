/** What the three conversation formats have in common: a request to a text model, however it was worded. */
import { type GenaiModelEntry, findModelById } from '../catalog/genai-models.ts'
import { Failure, unprocessable } from '../engine/failure.ts'
import type { Value } from '../engine/values.ts'
import { countTokens } from './tokens.ts'

export interface Prompt {
  readonly model: GenaiModelEntry
  /** Oldest first. */
  readonly turns: readonly Turn[]
  readonly functions: readonly FunctionDefinition[]
  readonly choice: ToolChoice
  /** Undefined for as many as the model likes. */
  readonly maxTokens: number | undefined
  readonly stops: readonly string[]
  /** The schema that the answer must fit; undefined for free text. */
  readonly format?: unknown
  readonly usesReasoning: boolean
}

export interface Turn {
  readonly by: 'instructions' | 'person' | 'model' | 'function'
  readonly text: string
  /** Where those are that were shown with it. */
  readonly pictures?: readonly string[]
}

export interface FunctionDefinition {
  readonly name: string
  readonly description?: string | undefined
  /** A JSON Schema; undefined for a function without arguments. */
  readonly parameters?: Value | undefined
}

export type ToolChoice = 'none' | 'auto' | 'required' | { readonly name: string }

/** What a message costs beside its text: who says it, where it begins and ends. */
const tokensPerMessage = 4
/** What a picture costs, whatever its size: nobody looks at it. */
const tokensPerPicture = 85

/** Tokens read. */
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
  if (!model || model.lifecycle === 'retired') throw new Failure(404, `${field}: there is no model "${id}". GET /v1/models lists them.`)
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

/** @throws Failure 422 when the function that must be called is not there, or there is none at all */
export function checkChoice(choice: ToolChoice, functions: readonly FunctionDefinition[]): void {
  if (choice === 'required' && functions.length === 0) throw unprocessable('tool_choice: a call is required, but tools holds no function.')
  if (typeof choice === 'string') return
  if (!functions.some(({ name }) => name === choice.name)) throw unprocessable(`tool_choice: tools holds no function "${choice.name}".`)
}

/** @throws Failure 422 when the conversation is longer than what the model can read */
export function checkLength(prompt: Prompt, field: string): void {
  const read = countPrompt(prompt)
  const { contextWindow, id } = prompt.model
  if (read > contextWindow) throw unprocessable(`${field}: ${read} tokens are more than the ${contextWindow} that ${id} can read.`)
}
