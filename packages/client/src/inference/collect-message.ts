/** Assembles a message from its events. */
import type { MessageReply, MessageReplyBlock, MessageStreamEvent } from '@spindrift/types/messages'
import type { Collector } from './stream-reader.ts'

export function collectMessage(): Collector<MessageStreamEvent, MessageReply, MessageReply> {
  let message: MessageReply = {
    id: '',
    type: 'message',
    role: 'assistant',
    content: [],
    model: '',
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
  }
  const blocks: MessageReplyBlock[] = []
  // The input of a tool arrives as pieces of a JSON text, which can only be parsed when complete.
  const inputs: string[] = []
  const reply = () => ({ ...message, content: blocks.filter((block) => block !== undefined) })
  return {
    add: (event) => {
      const { type, index = 0, delta } = event
      if (type === 'message_start') message = { ...message, ...(event.message as Partial<MessageReply> | undefined) }
      else if (type === 'content_block_start') blocks[index] = { ...(event.content_block as unknown as MessageReplyBlock) }
      else if (type === 'content_block_delta') {
        const block = blocks[index]
        if (block?.type === 'text') block.text += textOf(event)
        else inputs[index] = (inputs[index] ?? '') + String(delta?.['partial_json'] ?? '')
      } else if (type === 'content_block_stop') {
        const block = blocks[index]
        if (block?.type === 'tool_use') block.input = JSON.parse(inputs[index] || '{}') as typeof block.input
      } else if (type === 'message_delta') {
        message = { ...message, ...(delta as Partial<MessageReply> | undefined), usage: { ...message.usage, ...event.usage } }
      }
    },
    textOf,
    reply,
    message: reply,
  }
}

function textOf({ type, delta }: MessageStreamEvent): string {
  return type === 'content_block_delta' && delta?.['type'] === 'text_delta' ? String(delta['text'] ?? '') : ''
}
