/** The format of responses: an input and instructions go in, a list of items comes out. */
import { unprocessable } from '../engine/failure.ts'
import { type ChatMessage, type ChatRequest, readStops, readTurns, thinks } from './chat-format.ts'
import { finishReason, type Heading, writeCall } from './chat-reply.ts'
import { type Choice, countPrompt, findModel, type FunctionOffer, type Prompt } from './prompt.ts'
import { splitTokens } from './tokens.ts'
import type { StreamEvent } from './write-events.ts'
import { writeReply, type Written } from './write-reply.ts'

/** As the specification's validator lets it through. */
export interface ResponseRequest extends Pick<ChatRequest, 'model' | 'stream' | 'stream_options' | 'stop'> {
  readonly tool_choice?: 'none' | 'auto' | 'required' | { readonly name?: string; readonly function?: { readonly name: string } }
  readonly input: string | readonly { readonly role?: ChatMessage['role']; readonly content: string }[]
  readonly instructions?: string | null
  readonly max_output_tokens?: number | null
  readonly temperature?: number | null
  readonly top_p?: number | null
  readonly tools?: readonly ResponseTool[] | null
  readonly user?: string | null
}

interface ResponseTool extends Partial<FunctionOffer> {
  readonly type: 'function'
}

/** @throws Failure 404, 422 */
export function readResponse(request: ResponseRequest): Prompt {
  const model = findModel(request.model, 'text')
  if (request.stream_options && request.stream !== true) throw unprocessable('stream_options: only together with stream.')
  const said = typeof request.input === 'string' ? [{ content: request.input }] : request.input
  const instructions = request.instructions ? [{ role: 'system', content: request.instructions } as const] : []
  return {
    model,
    turns: readTurns([...instructions, ...said]),
    functions: (request.tools ?? []).map(({ name, description, parameters }, at) => {
      if (name === undefined) throw unprocessable(`tools.${at}.name: must be given`)
      return { name, description, parameters }
    }),
    choice: readChoice(request.tool_choice),
    maxTokens: request.max_output_tokens ?? undefined,
    stops: readStops(request.stop),
    thinks: thinks(model, undefined),
  }
}

export function writeResponse(request: ResponseRequest, prompt: Prompt, { id, created, model }: Heading): object {
  const reply = writeReply(prompt, 0)
  return {
    id,
    object: 'response',
    created,
    model,
    status: reply.reason === 'length' ? 'incomplete' : 'completed',
    output: listItems(reply, id),
    usage: countUsage(prompt, reply),
    parallel_tool_calls: false,
    temperature: request.temperature ?? null,
    top_p: request.top_p ?? null,
    tool_choice: typeof prompt.choice === 'object' ? prompt.choice.name : prompt.choice,
    tools: request.tools ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    user: request.user ?? null,
  }
}

/** Clients of this format name the function beside `type`; those of chat completions, under `function`. */
function readChoice(choice: ResponseRequest['tool_choice']): Choice {
  if (typeof choice !== 'object') return choice ?? 'auto'
  const name = choice.name ?? choice.function?.name
  if (name === undefined) throw unprocessable('tool_choice.name: must be given')
  return { name }
}

function listItems(reply: Written, id: string): object[] {
  const items: object[] = []
  const add = (item: object) => items.push({ id: `item_${id.slice(-8)}_${items.length + 1}`, ...item })
  const status = reply.reason === 'length' ? 'incomplete' : 'completed'
  if (reply.thoughts !== undefined)
    add({ type: 'reasoning', status: 'completed', content: [{ type: 'reasoning_text', text: reply.thoughts }] })
  if (reply.calls.length === 0) add({ type: 'message', status, role: 'assistant', content: [{ type: 'output_text', text: reply.text }] })
  for (const { id: call, name, text } of reply.calls)
    add({ type: 'function_call', status: 'completed', content: [], call_id: `call_${call}`, name, arguments: text })
  return items
}

function countUsage(prompt: Prompt, { count, thoughts }: Written): object {
  const read = countPrompt(prompt)
  return {
    input_tokens: read,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: count,
    output_tokens_details: { reasoning_tokens: splitTokens(thoughts ?? '').length, tool_output_tokens: 0 },
    total_tokens: read + count,
  }
}

export function* streamResponse(request: ResponseRequest, prompt: Prompt, heading: Heading): Generator<StreamEvent> {
  const { id, created, model } = heading
  const reply = writeReply(prompt, 0)
  const chunk = (delta: object, reason: string | null, more: object = {}) => ({
    data: { id, object: 'response.chunk', created, model, choices: [{ index: 0, delta, finish_reason: reason }], ...more },
  })
  yield chunk({ role: 'assistant' }, null)
  for (const token of splitTokens(reply.thoughts ?? '')) yield chunk({ reasoning_content: token }, null)
  for (const token of reply.tokens) yield chunk({ content: token }, null)
  if (reply.calls.length > 0) yield chunk({ tool_calls: reply.calls.map(writeCall) }, null)
  yield chunk({}, finishReason(reply), request.stream_options?.include_usage ? { usage: countUsage(prompt, reply) } : {})
}
