/**
 * Creates the replies of text models in the three formats. Batches use it for their lines too, so a line gets the same reply as a
 * single request.
 */
import type { Reply } from '../engine/request.ts'
import { type ChatRequest, parseChat } from './chat-format.ts'
import { createReplyHeader, streamCompletion, formatCompletion } from './chat-reply.ts'
import { type MessageRequest, parseMessages } from './message-format.ts'
import { streamMessage, formatMessage } from './message-reply.ts'
import { checkChoice, checkLength, type Prompt } from './prompt.ts'
import { parseResponse, type ResponseRequest } from './response-format.ts'
import { type OutputItem, streamChunks, streamResponse, wantsChunks, formatResponse } from './response-reply.ts'
import { eventStream, type StreamEvent, formatEvents } from './format-events.ts'

/** @throws Failure 404, 422 */
export function createChatReply(body: unknown, now: number, change: (prompt: Prompt) => Prompt = (prompt) => prompt): Reply {
  // The body was validated against the operation's schema, here and below.
  const request = body as ChatRequest
  const prompt = change(parseChat(request))
  checkPrompt(prompt)
  const heading = createReplyHeader('chatcmpl-', request, prompt.model.id, now)
  return request.stream === true
    ? createStreamReply(streamCompletion(request, prompt, heading))
    : { body: JSON.stringify(formatCompletion(request, prompt, heading)) }
}

/** @param saveItems called with the output, unless it is streamed in chunks, which have no items @throws Failure 404, 422 */
export function createResponseReply(body: unknown, now: number, saveItems?: (items: readonly OutputItem[]) => void): Reply {
  const request = body as ResponseRequest
  const prompt = parseResponse(request)
  checkPrompt(prompt, 'input')
  const heading = createReplyHeader('resp_', request, prompt.model.id, now)
  if (request.stream === true && wantsChunks(request)) return createStreamReply(streamChunks(request, prompt, heading))
  const whole = formatResponse(request, prompt, heading)
  saveItems?.(whole.output)
  return request.stream === true ? createStreamReply(streamResponse(whole)) : { body: JSON.stringify(whole) }
}

/** @throws Failure 404, 422 */
export function createMessageReply(body: unknown, now: number): Reply {
  const request = body as MessageRequest
  const prompt = parseMessages(request)
  checkPrompt(prompt)
  const { id } = createReplyHeader('msg_', request, prompt.model.id, now)
  return request.stream === true
    ? createStreamReply(streamMessage(request, prompt, id))
    : { body: JSON.stringify(formatMessage(request, prompt, id)) }
}

function checkPrompt(prompt: Prompt, field: 'messages' | 'input' = 'messages'): void {
  checkChoice(prompt.choice, prompt.functions)
  checkLength(prompt, field)
}

export function createStreamReply(events: Iterable<StreamEvent>): Reply {
  return { body: formatEvents(events), type: eventStream, headers: { 'cache-control': 'no-cache' } }
}
