/** Parses requests of the messages format, whose content is a list of typed blocks. */
import { unprocessable } from '../engine/failure.ts'
import type { Value } from '../engine/values.ts'
import { usesReasoning } from './chat-format.ts'
import { findModel, type ToolChoice, type FunctionDefinition, type Prompt, type Turn } from './prompt.ts'

/** Request after validation. */
export interface MessageRequest {
  readonly model: string
  readonly max_tokens: number
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string | readonly Block[] }[]
  readonly system?: string | readonly { readonly text: string }[]
  readonly stop_sequences?: readonly string[]
  readonly stream?: boolean
  readonly tools?: readonly { readonly name: string; readonly description?: string; readonly input_schema: Value }[]
  readonly tool_choice?: string | { readonly type: 'auto' | 'any' | 'tool'; readonly name?: string }
  readonly reasoning_effort?: string | null
  readonly speed?: 'standard' | 'fast' | null
}

type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly source: { readonly data: string } }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: Value }
  | { readonly type: 'tool_result'; readonly tool_use_id: string; readonly content: string | readonly Value[] }

/** @throws Failure 404, 422 */
export function parseMessages(request: MessageRequest): Prompt {
  const model = findModel(request.model, 'text')
  const usedIds = new Set<string>()
  const turns = request.messages.flatMap(({ role, content }, at) => {
    if (typeof content === 'string') return [{ by: role === 'user' ? 'person' : 'model', text: content } as const]
    return content.map((block, n) => parseBlock(block, role, usedIds, `messages.${at}.content.${n}`))
  })
  const system = typeof request.system === 'string' ? request.system : request.system?.map(({ text }) => text).join('\n')
  return {
    model,
    turns: system === undefined ? turns : [{ by: 'instructions', text: system }, ...turns],
    functions: (request.tools ?? []).map(({ name, description, input_schema: parameters }): FunctionDefinition => ({
      name,
      description,
      parameters,
    })),
    choice: parseChoice(request.tool_choice),
    maxTokens: request.max_tokens,
    stops: request.stop_sequences ?? [],
    usesReasoning: usesReasoning(model, request.reasoning_effort),
  }
}

function parseBlock(block: Block, role: 'user' | 'assistant', usedIds: Set<string>, at: string): Turn {
  const by = role === 'user' ? 'person' : 'model'
  switch (block.type) {
    case 'text':
      return { by, text: block.text }
    case 'image':
      return { by, text: `(a picture of ${block.source.data.length} characters)` }
    case 'tool_use':
      usedIds.add(block.id)
      return { by, text: JSON.stringify(block.input) }
    case 'tool_result':
      if (!usedIds.has(block.tool_use_id))
        throw unprocessable(`${at}.tool_use_id: no message before this one uses a tool as "${block.tool_use_id}".`)
      return { by: 'function', text: typeof block.content === 'string' ? block.content : JSON.stringify(block.content) }
  }
}

const words: Readonly<Record<string, ToolChoice>> = { auto: 'auto', any: 'required', required: 'required', none: 'none' }

function parseChoice(choice: MessageRequest['tool_choice']): ToolChoice {
  if (typeof choice !== 'object') {
    const found = Object.hasOwn(words, choice ?? 'auto') ? words[choice ?? 'auto'] : undefined
    if (found === undefined) throw unprocessable(`tool_choice: must be one of ${Object.keys(words).join(', ')}, or an object`)
    return found
  }
  if (choice.type !== 'tool') return choice.type === 'any' ? 'required' : 'auto'
  if (choice.name === undefined) throw unprocessable('tool_choice.name: must be given')
  return { name: choice.name }
}
