/** Parses requests of the chat completions format. */
import { unprocessable } from '../engine/failure.ts'
import type { Value } from '../engine/values.ts'
import { type ChatMessage, checkParts, joinParts } from './content-parts.ts'
import { findModel, type ToolChoice, type FunctionDefinition, type Prompt, type Turn } from './prompt.ts'

/** Request after validation. */
export interface ChatRequest {
  readonly model: string
  readonly messages: readonly ChatMessage[]
  readonly max_tokens?: number | null
  readonly max_completion_tokens?: number | null
  readonly logprobs?: boolean | null
  readonly top_logprobs?: number | null
  readonly tools?: readonly { readonly function: FunctionDefinition }[]
  readonly tool_choice?: 'none' | 'auto' | 'required' | { readonly function: { readonly name: string } }
  readonly stream?: boolean | null
  readonly stream_options?: { readonly include_usage?: boolean } | null
  readonly stop?: string | readonly string[] | null
  readonly n?: number | null
  readonly reasoning_effort?: string | null
  /** Not in the specification, but supported because official clients send it. */
  readonly response_format?: { readonly type?: unknown; readonly json_schema?: { readonly schema?: unknown } } | null
}

/** @throws Failure 404, 422 */
export function parseChat(request: ChatRequest): Prompt {
  const model = findModel(request.model, 'text')
  checkMessages(request.messages)
  checkOptions(request)
  const functions = (request.tools ?? []).map((tool) => tool.function)
  return {
    model,
    turns: listTurns(request.messages),
    functions,
    choice: parseChoice(request.tool_choice),
    maxTokens: request.max_completion_tokens ?? request.max_tokens ?? undefined,
    stops: listStops(request.stop),
    ...parseFormat(request),
    usesReasoning: usesReasoning(model, request.reasoning_effort),
  }
}

export function listStops(stop: ChatRequest['stop']): readonly string[] {
  return typeof stop === 'string' ? [stop] : (stop ?? [])
}

function parseChoice(choice: ChatRequest['tool_choice']): ToolChoice {
  return typeof choice === 'object' ? { name: choice.function.name } : (choice ?? 'auto')
}

/** Returns true if a reply has reasoning: always for models without a setting, otherwise if the request sets the effort. */
export function usesReasoning({ reasoningEfforts }: Prompt['model'], effort: string | null | undefined): boolean {
  if (reasoningEfforts === undefined || effort === 'none') return false
  return reasoningEfforts.length === 0 || typeof effort === 'string'
}

const speakerByRole = { system: 'instructions', developer: 'instructions', user: 'person', assistant: 'model', tool: 'function' } as const

export function listTurns(messages: readonly Partial<Pick<ChatMessage, 'role' | 'content'>>[]): Turn[] {
  return messages.map(({ role = 'user', content }) => ({
    by: speakerByRole[role],
    ...(typeof content === 'object' && content !== null ? joinParts(content) : { text: content ?? '' }),
  }))
}

/** Checks rules that the schema cannot express: required contents, and the calls of tool results. */
function checkMessages(messages: readonly ChatMessage[]): void {
  const calls = new Set<string>()
  for (const [at, { role, content, tool_calls: toolCalls = [], tool_call_id: id }] of messages.entries()) {
    for (const call of toolCalls) calls.add(call.id)
    const hasText = content !== undefined && content !== null
    if (role === 'assistant' ? !hasText && toolCalls.length === 0 : !hasText)
      throw unprocessable(`messages.${at}.content: must be given${role === 'assistant' ? ' unless there are tool_calls' : ''}`)
    if (typeof content === 'object' && content !== null) checkParts(role, content, `messages.${at}.content`)
    if (role !== 'tool') continue
    if (id === undefined) throw unprocessable(`messages.${at}.tool_call_id: must be given`)
    if (!calls.has(id)) throw unprocessable(`messages.${at}.tool_call_id: no message before this one asks for a call "${id}".`)
  }
}

function checkOptions({ logprobs, top_logprobs: top, stream, stream_options: options }: ChatRequest): void {
  if (typeof top === 'number' && logprobs !== true) throw unprocessable('top_logprobs: needs logprobs to be true.')
  if (options && stream !== true) throw unprocessable('stream_options: Stream options can only be defined when `stream=True`.')
}

function parseFormat({ response_format: format }: ChatRequest): { format?: Value } {
  return parseResponseFormat(format && { type: format.type, schema: format.json_schema?.schema }, 'response_format', 'json_schema.schema')
}

interface ResponseFormat {
  readonly type?: unknown
  readonly schema?: unknown
}

/** @param at path of the format in the request @param below path of the schema in the format @throws Failure 422 */
export function parseResponseFormat(form: ResponseFormat | null | undefined, at: string, below: string): { format?: Value } {
  if (!form || form.type === 'text') return {}
  const { type, schema } = form
  if (type === 'json_object') return { format: { type: 'object', properties: { reply: { type: 'string' } }, required: ['reply'] } }
  if (type !== 'json_schema') throw unprocessable(`${at}.type: must be one of text, json_object, json_schema`)
  if (typeof schema !== 'object' || schema === null) throw unprocessable(`${at}.${below}: must be an object`)
  // An object by the line above; its content is not validated.
  return { format: schema as Value }
}
