/** Text generation in three formats: chat completions, messages and responses. */
import { Answer } from '../../engine/answer.ts'
import type { Handler } from '../../engine/call.ts'
import { createChatReply, createMessageReply, createResponseReply } from '../../inference/text-replies.ts'
import { forwardToModelServer } from '../../shared/forward-to-model-server.ts'
import { withModelAccess } from '../../shared/model-access.ts'
import { routeModel } from '../../shared/route-model.ts'
import type { Handlers } from '../family.ts'

const createChatCompletion: Handler<'chat_completions_create'> = ({ body }, ctx) => {
  const request = routeModel(ctx, body)
  // The reply is created for its validation too.
  const reply = createChatReply(request, ctx.clock.now())
  return new Answer(forwardToModelServer(ctx, '/chat/completions', request) ?? reply)
}

const createMessage: Handler<'messages_create'> = ({ body }, ctx) => new Answer(createMessageReply(routeModel(ctx, body), ctx.clock.now()))

const createResponse: Handler<'responses_create'> = ({ body }, ctx) => {
  const request = routeModel(ctx, body)
  const reply = createResponseReply(request, ctx.clock.now())
  return new Answer(forwardToModelServer(ctx, '/responses', request) ?? reply)
}

export const handlers = {
  chat_completions_create: withModelAccess(createChatCompletion),
  messages_create: withModelAccess(createMessage),
  responses_create: withModelAccess(createResponse),
} satisfies Handlers
