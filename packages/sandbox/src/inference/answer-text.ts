/**
 * Answers one request to a text model, in any of the three formats. Batches answer their lines here too, so a line gets what the
 * same request would have got.
 */
import type { Reply } from '../engine/request.ts'
import { type ChatRequest, parseChat } from './chat-format.ts'
import { createHeading, streamCompletion, formatCompletion } from './chat-reply.ts'
import { type MessageRequest, parseMessages } from './message-format.ts'
import { streamMessage, formatMessage } from './message-reply.ts'
import { checkChoice, checkLength, type Prompt } from './prompt.ts'
import { parseResponse, type ResponseRequest } from './response-format.ts'
import { streamChunks, streamResponse, wantsChunks, formatResponse } from './response-reply.ts'
import { eventStream, type StreamEvent, formatEvents } from './format-events.ts'

/** @throws Failure 404, 422 */
export function answerChat(body: unknown, now: number, change: (prompt: Prompt) => Prompt = (prompt) => prompt): Reply {
  // Valid against the operation's schema by now, here and below.
  const request = body as ChatRequest
  const prompt = change(parseChat(request))
  check(prompt)
  const heading = createHeading('chatcmpl-', request, prompt.model.id, now)
  return request.stream === true
    ? stream(streamCompletion(request, prompt, heading))
    : { body: JSON.stringify(formatCompletion(request, prompt, heading)) }
}

/** @throws Failure 404, 422 */
export function answerResponse(body: unknown, now: number): Reply {
  const request = body as ResponseRequest
  const prompt = parseResponse(request)
  check(prompt, 'input')
  const heading = createHeading('resp_', request, prompt.model.id, now)
  return request.stream === true
    ? stream((wantsChunks(request) ? streamChunks : streamResponse)(request, prompt, heading))
    : { body: JSON.stringify(formatResponse(request, prompt, heading)) }
}

/** @throws Failure 404, 422 */
export function answerMessage(body: unknown, now: number): Reply {
  const request = body as MessageRequest
  const prompt = parseMessages(request)
  check(prompt)
  const { id } = createHeading('msg_', request, prompt.model.id, now)
  return request.stream === true ? stream(streamMessage(request, prompt, id)) : { body: JSON.stringify(formatMessage(request, prompt, id)) }
}

function check(prompt: Prompt, field: 'messages' | 'input' = 'messages'): void {
  checkChoice(prompt.choice, prompt.functions)
  checkLength(prompt, field)
}

export function stream(events: Iterable<StreamEvent>): Reply {
  return { body: formatEvents(events), type: eventStream, headers: { 'cache-control': 'no-cache' } }
}
