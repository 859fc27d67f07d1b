/** Replies in the messages format. It has no reasoning text, but its tokens are counted. */
import type { Value } from '../engine/values.ts'
import type { MessageRequest } from './message-format.ts'
import { countPrompt, type Prompt } from './prompt.ts'
import { splitTokens } from './tokens.ts'
import type { StreamEvent } from './format-events.ts'
import { formatReply, type GeneratedReply } from './format-reply.ts'

export function formatMessage(request: MessageRequest, prompt: Prompt, id: string): object {
  const reply = formatReply(prompt, 0)
  return {
    ...formatMessageStart(request, id),
    content: listBlocks(reply),
    ...formatStop(reply),
    usage: { input_tokens: countPrompt(prompt), output_tokens: reply.count, ...formatSpeed(request) },
  }
}

function formatMessageStart({ model }: MessageRequest, id: string): object {
  return { id, type: 'message', role: 'assistant', model }
}

function formatStop(reply: GeneratedReply): object {
  const { reason, stopSequence } = reply
  const words = { stop: stopSequence === undefined ? 'end_turn' : 'stop_sequence', length: 'max_tokens', calls: 'tool_use' } as const
  return { stop_reason: words[reason], stop_sequence: stopSequence ?? null }
}

function formatSpeed({ speed }: MessageRequest): object {
  return typeof speed === 'string' ? { speed } : {}
}

function listBlocks({ text, calls }: GeneratedReply): object[] {
  if (calls.length === 0) return [{ type: 'text', text }]
  return calls.map((call) => ({ type: 'tool_use', id: `toolu_${call.id}`, name: call.name, input: JSON.parse(call.text) as Value }))
}

export function* streamMessage(request: MessageRequest, prompt: Prompt, id: string): Generator<StreamEvent> {
  const reply = formatReply(prompt, 0)
  const event = (type: string, rest: object = {}) => ({ name: type, data: { type, ...rest } })
  const usage = { input_tokens: countPrompt(prompt), output_tokens: 0 }
  yield event('message_start', {
    message: { ...formatMessageStart(request, id), content: [], stop_reason: null, stop_sequence: null, usage },
  })
  const blocks =
    reply.calls.length === 0
      ? [{ block: { type: 'text', text: '' }, tokens: reply.tokens, kind: 'text_delta', field: 'text' }]
      : reply.calls.map(({ id: call, name, text }) => ({
          block: { type: 'tool_use', id: `toolu_${call}`, name, input: {} },
          tokens: splitTokens(text),
          kind: 'input_json_delta',
          field: 'partial_json',
        }))
  for (const [index, { block, tokens, kind, field }] of blocks.entries()) {
    yield event('content_block_start', { index, content_block: block })
    for (const token of tokens) yield event('content_block_delta', { index, delta: { type: kind, [field]: token } })
    yield event('content_block_stop', { index })
  }
  yield event('message_delta', { delta: formatStop(reply), usage: { output_tokens: reply.count, ...formatSpeed(request) } })
  yield event('message_stop')
}
