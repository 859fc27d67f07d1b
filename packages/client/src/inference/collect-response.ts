/** Puts the chunks of a response together. */
import type { ModelResponse, ModelResponseChunk, ModelResponseItem } from '@spindrift/types/responses'
import type { Collector } from './event-stream.ts'

/** A response that was streamed: what its chunks tell of a whole one. */
export type StreamedResponse = Pick<ModelResponse, 'id' | 'object' | 'created' | 'model' | 'output' | 'status'> & {
  /** Null unless `stream_options: { include_usage: true }` asked for it. */
  readonly usage: ModelResponse['usage'] | null
}

export function collectResponse(): Collector<ModelResponseChunk, StreamedResponse> {
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
        for (const { id: call, function: called } of delta.tool_calls ?? []) {
          calls.push({ type: 'function_call', content: [], call_id: call, name: called.name, arguments: called.arguments })
        }
        if (reason) status = reason === 'length' ? 'incomplete' : 'completed'
      }
    },
    textOf: ({ choices }) => choices.map(({ delta }) => delta.content ?? '').join(''),
    reply: () => {
      const output: ModelResponseItem[] = []
      if (thoughts !== '') output.push({ type: 'reasoning', content: [{ type: 'reasoning_text', text: thoughts }] })
      if (text !== '' || calls.length === 0) output.push({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] })
      return { ...head, object: 'response', status, output: [...output, ...calls], usage }
    },
  }
}
