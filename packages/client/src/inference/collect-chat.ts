/** Assembles a chat completion from its chunks. */
import type { ChatCompletion, ChatCompletionChunk, ChatToolCallDelta } from '@spindrift/types/chat'
import type { Collector } from './stream-reader.ts'

/** A streamed chat completion. `usage` is null unless the request has `stream_options: { include_usage: true }`. */
export type StreamedCompletion = Omit<ChatCompletion, 'usage' | 'choices'> & {
  readonly choices: StreamedChoice[]
  readonly usage: ChatCompletion['usage'] | null
}

/** A choice of a streamed chat completion. `finish_reason` is null only if the stream was interrupted. */
export type StreamedChoice = Omit<ChatCompletion['choices'][number], 'finish_reason'> & {
  finish_reason: ChatCompletionChunk['choices'][number]['finish_reason']
}

export function collectChat(): Collector<ChatCompletionChunk, StreamedCompletion, StreamedChoice['message']> {
  let head: Pick<ChatCompletion, 'id' | 'created' | 'model'> = { id: '', created: 0, model: '' }
  let usage: ChatCompletion['usage'] | null = null
  const choices = new Map<number, StreamedChoice>()

  const getChoice = (index: number): StreamedChoice => {
    const existing = choices.get(index)
    if (existing) return existing
    const message = { role: 'assistant', content: null, refusal: null, reasoning_content: null } as const
    const choice: StreamedChoice = { index, message: { ...message }, finish_reason: null, logprobs: null }
    choices.set(index, choice)
    return choice
  }

  return {
    add: (chunk) => {
      const { id, created, model } = chunk
      head = { id, created, model }
      usage = chunk.usage ?? usage
      for (const { index, delta, finish_reason: reason, logprobs } of chunk.choices) {
        const choice = getChoice(index)
        const { message } = choice
        for (const field of ['content', 'refusal', 'reasoning_content'] as const) {
          const text = delta[field]
          // Some models begin with an empty piece; alone it is not a text.
          if (text) message[field] = (message[field] ?? '') + text
        }
        for (const call of delta.tool_calls ?? []) addToolCall((message.tool_calls ??= []), call)
        choice.finish_reason = reason ?? choice.finish_reason
        if (logprobs) {
          choice.logprobs = {
            content: join(choice.logprobs?.content, logprobs.content),
            refusal: join(choice.logprobs?.refusal, logprobs.refusal),
          }
        }
      }
    },
    textOf: (chunk) => chunk.choices.find(({ index }) => index === 0)?.delta.content ?? '',
    reply: () => ({
      ...head,
      object: 'chat.completion',
      choices: [...choices.values()].toSorted((a, b) => a.index - b.index).map(completeChoice),
      usage,
    }),
    message: () => completeChoice(getChoice(0)).message,
  }
}

/** Sets missing content to an empty string, except for replies that only call functions. */
function completeChoice(choice: StreamedChoice): StreamedChoice {
  const { message } = choice
  return message.tool_calls ? choice : { ...choice, message: { ...message, content: message.content ?? '' } }
}

type Calls = NonNullable<ChatCompletion['choices'][number]['message']['tool_calls']>

function addToolCall(calls: Calls, { index = Math.max(0, calls.length - 1), id, function: part }: ChatToolCallDelta): void {
  const call = (calls[index] ??= { id: '', type: 'function', function: { name: '', arguments: '' } })
  if (id) call.id = id
  call.function.name += part?.name ?? ''
  call.function.arguments += part?.arguments ?? ''
}

function join<Item>(before: Item[] | null | undefined, more: Item[] | null): Item[] | null {
  return more ? [...(before ?? []), ...more] : (before ?? null)
}
