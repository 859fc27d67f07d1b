/** Text generation in three formats: chat completions, messages and responses. */
import { Answer } from '../../engine/answer.ts'
import type { Handler } from '../../engine/call.ts'
import { createChatReply, createMessageReply, createResponseReply } from '../../inference/text-replies.ts'
import { withModelAccess } from '../../shared/model-access.ts'
import { routeModel } from '../../shared/route-model.ts'
import type { Handlers } from '../family.ts'

const createChatCompletion: Handler<'chat_completions_create'> = ({ body }, ctx) =>
  new Answer(createChatReply(routeModel(ctx, body), ctx.clock.now()))

const createMessage: Handler<'messages_create'> = ({ body }, ctx) => new Answer(createMessageReply(routeModel(ctx, body), ctx.clock.now()))

const createResponse: Handler<'responses_create'> = ({ body }, ctx) =>
  new Answer(createResponseReply(routeModel(ctx, body), ctx.clock.now()))

export const handlers = {
  chat_completions_create: withModelAccess(createChatCompletion),
  messages_create: withModelAccess(createMessage),
  responses_create: withModelAccess(createResponse),
} satisfies Handlers
