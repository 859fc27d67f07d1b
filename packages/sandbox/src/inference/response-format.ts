/** Parses requests of the responses format: instructions and an input, which is a text or a list of items. */
import { unprocessable } from '../engine/failure.ts'
import { type ChatRequest, parseResponseFormat, listStops, listTurns, usesReasoning } from './chat-format.ts'
import { type ChatMessage, checkPicture, joinParts } from './content-parts.ts'
import { type ToolChoice, findModel, type FunctionDefinition, type Prompt, type Turn } from './prompt.ts'

/** Request after validation. */
export interface ResponseRequest extends Pick<ChatRequest, 'model' | 'stream' | 'stream_options' | 'stop'> {
  readonly tool_choice?: 'none' | 'auto' | 'required' | { readonly name?: string; readonly function?: { readonly name: string } }
  readonly input: string | readonly InputItem[]
  readonly instructions?: string | null
  readonly max_output_tokens?: number | null
  readonly temperature?: number | null
  readonly top_p?: number | null
  readonly text?: { readonly format?: ResponseTextFormat | null } | null
  readonly tools?: readonly ResponseTool[] | null
  readonly metadata?: Readonly<Record<string, string>> | null
  readonly user?: string | null
  readonly store?: boolean | null
}

interface ResponseTool extends Partial<FunctionDefinition> {
  readonly type: 'function'
}

interface ResponseTextFormat {
  readonly type: 'text' | 'json_object' | 'json_schema'
  readonly schema?: unknown
}

/** Input item with the fields of all types; `listItems` checks the required ones. */
export interface InputItem {
  readonly type?: 'message' | 'function_call' | 'function_call_output' | 'reasoning' | 'item_reference'
  readonly id?: string | null
  readonly role?: ChatMessage['role']
  readonly content?: string | readonly InputPart[] | null
  readonly call_id?: string
  readonly name?: string
  readonly arguments?: string
  readonly output?: string | readonly InputPart[]
}

interface InputPart {
  readonly type: string
  readonly text?: string
  readonly refusal?: string
  readonly image_url?: string | null
}

/** @throws Failure 404, 422 */
export function parseResponse(request: ResponseRequest): Prompt {
  const model = findModel(request.model, 'text')
  if (request.stream_options && request.stream !== true)
    throw unprocessable('stream_options: Stream options can only be defined when `stream=True`.')
  const instructions = request.instructions ? [{ role: 'system', content: request.instructions } as const] : []
  return {
    model,
    turns: [...listTurns(instructions), ...listItems(typeof request.input === 'string' ? [{ content: request.input }] : request.input)],
    functions: (request.tools ?? []).map(({ name, description, parameters }, at) => {
      if (name === undefined) throw unprocessable(`tools.${at}.name: must be given`)
      return { name, description, parameters }
    }),
    choice: parseChoice(request.tool_choice),
    maxTokens: request.max_output_tokens ?? undefined,
    stops: listStops(request.stop),
    ...parseResponseFormat(request.text?.format, 'text.format', 'schema'),
    usesReasoning: usesReasoning(model, undefined),
  }
}

function listItems(items: readonly InputItem[]): Turn[] {
  const calls = new Set<string>()
  return items.flatMap((item, index): Turn[] => {
    const at = `input.${index}`
    switch (item.type ?? 'message') {
      case 'reasoning':
        return []
      case 'item_reference':
        throw unprocessable(`${at}.type: a batch cannot reference items. Send the item itself.`)
      case 'function_call':
        calls.add(requireField(item, 'call_id', at))
        requireField(item, 'name', at)
        requireField(item, 'arguments', at)
        return [{ by: 'model', text: '' }]
      case 'function_call_output': {
        const id = requireField(item, 'call_id', at)
        if (!calls.has(id)) throw unprocessable(`${at}.call_id: no item before this one is a call "${id}".`)
        const output = item.output
        if (output === undefined) throw unprocessable(`${at}.output: must be given`)
        return [{ by: 'function', ...parseContent(output, `${at}.output`) }]
      }
      case 'message': {
        const { content } = item
        if (content === undefined || content === null) throw unprocessable(`${at}.content: must be given`)
        return listTurns([{ ...item, content: '' }]).map((turn) => ({ ...turn, ...parseContent(content, `${at}.content`) }))
      }
    }
  })
}

function requireField(item: InputItem, field: 'call_id' | 'name' | 'arguments', at: string): string {
  const value = item[field]
  if (value === undefined) throw unprocessable(`${at}.${field}: must be given`)
  return value
}

function parseContent(content: string | readonly InputPart[], at: string): Pick<Turn, 'text' | 'pictures'> {
  if (typeof content === 'string') return { text: content }
  return joinParts(
    content.map(({ type, text = '', refusal = '', image_url: url }, n) => {
      if (type === 'refusal') return { type: 'refusal', refusal }
      if (type !== 'input_image') return { type: 'text', text }
      checkPicture(url ?? '', `${at}.${n}.image_url`)
      return { type: 'image_url', image_url: { url: url ?? '' } }
    }),
  )
}

/** Parses the tool choice: clients of this format send `name`, clients of chat completions `function.name`. */
function parseChoice(choice: ResponseRequest['tool_choice']): ToolChoice {
  if (typeof choice !== 'object') return choice ?? 'auto'
  const name = choice.name ?? choice.function?.name
  if (name === undefined) throw unprocessable('tool_choice.name: must be given')
  return { name }
}
