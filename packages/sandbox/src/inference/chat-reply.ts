/** Replies in the chat completions format, as a whole or as a stream. */
import type { ChatRequest } from './chat-format.ts'
import { hashId } from './hash-id.ts'
import { listLogprobs } from './logprobs.ts'
import { countPrompt, type Prompt } from './prompt.ts'
import { splitTokens } from './tokens.ts'
import type { StreamEvent } from './format-events.ts'
import { type FunctionCall, formatReply, type GeneratedReply } from './format-reply.ts'

/** Fields that all chunks of a reply have. */
export interface ReplyHeader {
  readonly id: string
  readonly created: number
  readonly model: string
}

export function createReplyHeader(prefix: string, request: object, model: string, now: number): ReplyHeader {
  // The id does not depend on streaming.
  const hashInput = { ...request, stream: undefined, stream_options: undefined }
  return { id: `${prefix}${hashId(JSON.stringify(hashInput), 24)}`, created: Math.floor(now / 1000), model }
}

const reasons = { stop: 'stop', length: 'length', calls: 'tool_calls' } as const

export function finishReason({ reason }: GeneratedReply): 'stop' | 'length' | 'tool_calls' {
  return reasons[reason]
}

export function formatCompletion(request: ChatRequest, prompt: Prompt, heading: ReplyHeader): object {
  const replies = Array.from({ length: request.n ?? 1 }, (_, index) => formatReply(prompt, index))
  const choices = replies.map((reply, index) => ({
    index,
    message: {
      role: 'assistant',
      content: reply.calls.length > 0 ? null : reply.text,
      refusal: null,
      reasoning_content: reply.reasoning ?? null,
      ...(reply.calls.length > 0 && { tool_calls: reply.calls.map(formatCall) }),
    },
    finish_reason: finishReason(reply),
    logprobs: request.logprobs === true ? { content: listLogprobs(reply.tokens, request.top_logprobs ?? 0), refusal: null } : null,
  }))
  const { id, created, model } = heading
  return { id, object: 'chat.completion', created, model, choices, usage: countUsage(prompt, replies) }
}

export function formatCall({ id, name, text }: FunctionCall): object {
  return { id: `call_${id}`, type: 'function', function: { name, arguments: text } }
}

function countUsage(prompt: Prompt, replies: readonly GeneratedReply[]): object {
  const read = countPrompt(prompt)
  const completionTokens = replies.reduce((sum, { count }) => sum + count, 0)
  return {
    completion_tokens: completionTokens,
    prompt_tokens: read,
    cache_created_input_tokens: 0,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
    cache_read_input_tokens: 0,
    total_tokens: read + completionTokens,
  }
}

export function* streamCompletion(request: ChatRequest, prompt: Prompt, heading: ReplyHeader): Generator<StreamEvent> {
  const { id, created, model } = heading
  const chunk = (choices: readonly object[], more: object = {}) => ({
    data: { id, object: 'chat.completion.chunk', created, model, choices, ...more },
  })
  const replies: GeneratedReply[] = []
  for (let index = 0; index < (request.n ?? 1); index += 1) {
    const reply = formatReply(prompt, index)
    replies.push(reply)
    for (const { delta, ...rest } of listChunks(reply, request)) yield chunk([{ index, delta, finish_reason: null, ...rest }])
    yield chunk([{ index, delta: {}, finish_reason: finishReason(reply) }])
  }
  if (request.stream_options?.include_usage) yield chunk([], { usage: countUsage(prompt, replies) })
}

interface ReplyChunk {
  readonly delta: object
  readonly logprobs?: object
}

function* listChunks({ reasoning, tokens, calls }: GeneratedReply, { logprobs, top_logprobs: top }: ChatRequest): Generator<ReplyChunk> {
  yield { delta: { role: 'assistant', content: calls.length > 0 ? null : '' } }
  for (const token of splitTokens(reasoning ?? '')) yield { delta: { reasoning_content: token } }
  for (const token of tokens) {
    const content = logprobs === true ? listLogprobs([token], top ?? 0) : undefined
    yield { delta: { content: token }, ...(content && { logprobs: { content, refusal: null } }) }
  }
  for (const [index, { id, name, text }] of calls.entries()) {
    yield { delta: { tool_calls: [{ index, id: `call_${id}`, type: 'function', function: { name, arguments: '' } }] } }
    for (const token of splitTokens(text)) yield { delta: { tool_calls: [{ index, function: { arguments: token } }] } }
  }
}
