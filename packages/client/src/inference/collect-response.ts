/** Assembles a response from its events or chunks. */
import type { ModelResponse, ModelResponseChunk, ModelResponseEvent, ModelResponseItem } from '@spindrift/types/responses'
import type { Collector } from './stream-reader.ts'

/** A streamed response: the fields that its events or chunks contain. */
export type StreamedResponse = Pick<ModelResponse, 'id' | 'object' | 'created' | 'model' | 'output' | 'status'> & {
  /** Null in chunks unless the request has `stream_options: { include_usage: true }`. */
  readonly usage: ModelResponse['usage'] | null
}

/** A piece of a streamed response: an event, or a chunk if the request has `stream_options.include_usage`. */
export type ResponsePiece = ModelResponseEvent | ModelResponseChunk

export function collectResponse(): Collector<ResponsePiece, StreamedResponse, ModelResponseItem> {
  let response: StreamedResponse | undefined
  let text = ''
  const chunks = collectChunks()
  const reply = () => {
    if (!response) return chunks.reply()
    const isWhole = response.output.length > 0 || text === ''
    return isWhole ? response : { ...response, output: [formatMessage(text)] }
  }
  return {
    add: (chunk) => {
      if ('choices' in chunk) return chunks.add(chunk)
      text += textOf(chunk)
      // Events with a response carry the state so far; the last one is complete.
      if (chunk.response) response = chunk.response as unknown as StreamedResponse
    },
    textOf,
    reply,
    message: () => reply().output.findLast(({ type }) => type === 'message') ?? formatMessage(text),
  }
}

function textOf(chunk: ResponsePiece): string {
  if ('choices' in chunk) return chunk.choices.map(({ delta }) => delta.content ?? '').join('')
  return chunk.type === 'response.output_text.delta' ? (chunk.delta ?? '') : ''
}

function formatMessage(text: string): ModelResponseItem {
  return { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }
}

function collectChunks(): { readonly add: (chunk: ModelResponseChunk) => void; readonly reply: () => StreamedResponse } {
  let head: Pick<ModelResponse, 'id' | 'created' | 'model'> = { id: '', created: 0, model: '' }
  let usage: ModelResponse['usage'] | null = null
  let status: string | null = null
  let thoughts = ''
  let text = ''
  const calls: ModelResponseItem[] = []
  return {
    add: (chunk) => {
      const { id, created, model } = chunk
      head = { id, created, model }
      usage = chunk.usage ?? usage
      for (const { delta, finish_reason: reason } of chunk.choices) {
        thoughts += delta.reasoning_content ?? ''
        text += delta.content ?? ''
        for (const { id: call, function: functionCall } of delta.tool_calls ?? []) {
          calls.push({ type: 'function_call', content: [], call_id: call, name: functionCall.name, arguments: functionCall.arguments })
        }
        if (reason) status = reason === 'length' ? 'incomplete' : 'completed'
      }
    },
    reply: () => {
      const output: ModelResponseItem[] = []
      if (thoughts !== '') output.push({ type: 'reasoning', content: [{ type: 'reasoning_text', text: thoughts }] })
      if (text !== '' || calls.length === 0) output.push(formatMessage(text))
      return { ...head, object: 'response', status, output: [...output, ...calls], usage }
    },
  }
}
