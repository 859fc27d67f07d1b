/**
 * Answers one request to a text model, in any of the three formats. Batches answer their lines here too, so a line gets what the
 * same request would have got.
 */
import type { Reply } from '../engine/request.ts'
import { type ChatRequest, readChat } from './chat-format.ts'
import { makeHeading, streamCompletion, writeCompletion } from './chat-reply.ts'
import { type MessageRequest, readMessages } from './message-format.ts'
import { streamMessage, writeMessage } from './message-reply.ts'
import { checkChoice, checkLength, type Prompt } from './prompt.ts'
import { readResponse, type ResponseRequest } from './response-format.ts'
import { streamChunks, streamResponse, wantsChunks, writeResponse } from './response-reply.ts'
import { eventStream, type StreamEvent, writeEvents } from './write-events.ts'

/** @throws Failure 404, 422 */
export function answerChat(body: unknown, now: number, change: (prompt: Prompt) => Prompt = (prompt) => prompt): Reply {
  // Valid against the operation's schema by now, here and below.
  const request = body as ChatRequest
  const prompt = change(readChat(request))
  check(prompt)
  const heading = makeHeading('chatcmpl-', request, prompt.model.id, now)
  return request.stream === true
    ? stream(streamCompletion(request, prompt, heading))
    : { body: JSON.stringify(writeCompletion(request, prompt, heading)) }
}

/** @throws Failure 404, 422 */
export function answerResponse(body: unknown, now: number): Reply {
  const request = body as ResponseRequest
  const prompt = readResponse(request)
  check(prompt, 'input')
  const heading = makeHeading('resp_', request, prompt.model.id, now)
  return request.stream === true
    ? stream((wantsChunks(request) ? streamChunks : streamResponse)(request, prompt, heading))
    : { body: JSON.stringify(writeResponse(request, prompt, heading)) }
}

/** @throws Failure 404, 422 */
export function answerMessage(body: unknown, now: number): Reply {
  const request = body as MessageRequest
  const prompt = readMessages(request)
  check(prompt)
  const { id } = makeHeading('msg_', request, prompt.model.id, now)
  return request.stream === true ? stream(streamMessage(request, prompt, id)) : { body: JSON.stringify(writeMessage(request, prompt, id)) }
}

function check(prompt: Prompt, field: 'messages' | 'input' = 'messages'): void {
  checkChoice(prompt.choice, prompt.functions)
  checkLength(prompt, field)
}

export function stream(events: Iterable<StreamEvent>): Reply {
  return { body: writeEvents(events), type: eventStream, headers: { 'cache-control': 'no-cache' } }
}
