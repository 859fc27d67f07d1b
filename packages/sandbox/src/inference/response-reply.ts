/** Replies in the responses format: as a whole, as named events, or as chunks. */
import type { Value } from '../engine/values.ts'
import { finishReason, type ReplyHeader, formatCall } from './chat-reply.ts'
import { countPrompt, type Prompt } from './prompt.ts'
import type { ResponseRequest } from './response-format.ts'
import { splitTokens } from './tokens.ts'
import type { StreamEvent } from './format-events.ts'
import { formatReply, type GeneratedReply } from './format-reply.ts'

export interface OutputItem {
  readonly id: string
  readonly type: 'reasoning' | 'message' | 'function_call'
  readonly status: 'completed' | 'incomplete'
  readonly content: readonly OutputPart[]
  readonly arguments?: string
}

interface OutputPart {
  readonly type: 'reasoning_text' | 'output_text'
  readonly text: string
}

interface WholeResponse extends Value {
  readonly status: 'completed' | 'incomplete'
  readonly output: readonly OutputItem[]
}

export function formatResponse(request: ResponseRequest, prompt: Prompt, { id, created, model }: ReplyHeader): WholeResponse {
  const reply = formatReply(prompt, 0)
  const isCut = reply.reason === 'length'
  return {
    id,
    object: 'response',
    created,
    created_at: created,
    model,
    status: isCut ? 'incomplete' : 'completed',
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    error: null,
    output: listItems(reply, id),
    usage: countUsage(prompt, reply),
    instructions: request.instructions ?? null,
    metadata: request.metadata ?? null,
    parallel_tool_calls: false,
    temperature: request.temperature ?? null,
    text: { format: request.text?.format ?? { type: 'text' } },
    tool_choice: typeof prompt.choice === 'object' ? prompt.choice.name : prompt.choice,
    tools: request.tools ?? null,
    top_p: request.top_p ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    user: request.user ?? null,
  }
}

function listItems(reply: GeneratedReply, id: string): OutputItem[] {
  const items: OutputItem[] = []
  const add = (item: Omit<OutputItem, 'id'>) => items.push({ id: `item_${id.slice(-8)}_${items.length + 1}`, ...item })
  const status = reply.reason === 'length' ? 'incomplete' : 'completed'
  const thought = (text: string) => ({ content: [{ type: 'reasoning_text', text }], summary: [] }) as const
  const formatMessage = (text: string) => ({ role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] }) as const
  if (reply.reasoning !== undefined) add({ type: 'reasoning', status: 'completed', ...thought(reply.reasoning) })
  if (reply.calls.length === 0) add({ type: 'message', status, ...formatMessage(reply.text) })
  for (const { id: call, name, text } of reply.calls) {
    const callFields = { call_id: `call_${call}`, name, arguments: text }
    add({ type: 'function_call', status: 'completed', content: [], ...callFields })
  }
  return items
}

function countUsage(prompt: Prompt, { count, reasoning }: GeneratedReply): object {
  const read = countPrompt(prompt)
  return {
    input_tokens: read,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: count,
    output_tokens_details: { reasoning_tokens: splitTokens(reasoning ?? '').length, tool_output_tokens: 0 },
    total_tokens: read + count,
  }
}

export function* streamResponse(whole: WholeResponse): Generator<StreamEvent> {
  const started = { ...whole, status: 'in_progress', incomplete_details: null, output: [], usage: null }
  let number = 0
  const event = (type: string, more: object): StreamEvent => ({ name: type, data: { type, sequence_number: (number += 1) - 1, ...more } })
  yield event('response.created', { response: started })
  yield event('response.in_progress', { response: started })
  for (const [index, item] of whole.output.entries()) {
    const position = { output_index: index, item_id: item.id }
    const empty = { ...item, status: 'in_progress', content: [], ...(item.arguments !== undefined && { arguments: '' }) }
    yield event('response.output_item.added', { output_index: index, item: empty })
    for (const [at, part] of item.content.entries()) yield* streamPart(event, { ...position, content_index: at }, part)
    if (item.arguments !== undefined) {
      for (const delta of splitTokens(item.arguments)) yield event('response.function_call_arguments.delta', { ...position, delta })
      yield event('response.function_call_arguments.done', { ...position, arguments: item.arguments })
    }
    yield event('response.output_item.done', { output_index: index, item })
  }
  yield event(`response.${whole.status}`, { response: whole })
}

function* streamPart(event: (type: string, more: object) => StreamEvent, position: object, part: OutputPart): Generator<StreamEvent> {
  const more = part.type === 'output_text' ? { logprobs: [] } : {}
  yield event('response.content_part.added', { ...position, part: { ...part, text: '' } })
  for (const delta of splitTokens(part.text)) yield event(`response.${part.type}.delta`, { ...position, delta, ...more })
  yield event(`response.${part.type}.done`, { ...position, text: part.text, ...more })
  yield event('response.content_part.done', { ...position, part })
}

/** Returns true if the client expects chunks: only they have the option for usage in the last chunk. */
export function wantsChunks({ stream_options: options }: ResponseRequest): boolean {
  return options?.include_usage !== undefined
}

export function* streamChunks(request: ResponseRequest, prompt: Prompt, heading: ReplyHeader): Generator<StreamEvent> {
  const { id, created, model } = heading
  const reply = formatReply(prompt, 0)
  const chunk = (delta: object, reason: string | null, more: object = {}) => ({
    data: { id, object: 'response.chunk', created, model, choices: [{ index: 0, delta, finish_reason: reason }], ...more },
  })
  yield chunk({ role: 'assistant' }, null)
  for (const token of splitTokens(reply.reasoning ?? '')) yield chunk({ reasoning_content: token }, null)
  for (const token of reply.tokens) yield chunk({ content: token }, null)
  if (reply.calls.length > 0) yield chunk({ tool_calls: reply.calls.map(formatCall) }, null)
  yield chunk({}, finishReason(reply), request.stream_options?.include_usage ? { usage: countUsage(prompt, reply) } : {})
}
