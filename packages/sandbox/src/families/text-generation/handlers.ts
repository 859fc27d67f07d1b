/** Text generation in three formats: chat completions, messages and responses. */
import { Answer } from '../../engine/answer.ts'
import type { Handler } from '../../engine/call.ts'
import { createChatReply, createMessageReply, createResponseReply } from '../../inference/text-replies.ts'
import type { ResponseRequest } from '../../inference/response-format.ts'
import type { OutputItem } from '../../inference/response-reply.ts'
import { forwardToModelServer } from '../../shared/forward-to-model-server.ts'
import { withModelAccess } from '../../shared/model-access.ts'
import { routeModel } from '../../shared/route-model.ts'
import type { Handlers } from '../family.ts'
import { hasReferences, resolveReferences, saveItems } from './response-items.ts'

const createChatCompletion: Handler<'chat_completions_create'> = ({ body }, ctx) => {
  const request = routeModel(ctx, body)
  // The reply is created for its validation too.
  const reply = createChatReply(request, ctx.clock.now())
  return new Answer(forwardToModelServer(ctx, '/chat/completions', request) ?? reply)
}

const createMessage: Handler<'messages_create'> = ({ body }, ctx) => new Answer(createMessageReply(routeModel(ctx, body), ctx.clock.now()))

const createResponse: Handler<'responses_create'> = ({ body }, ctx) => {
  // The body was validated against the operation's schema.
  const request = routeModel(ctx, body) as ResponseRequest
  const forwarded = forwardToModelServer(ctx, '/responses', request)
  // A model server resolves references to its own items.
  if (forwarded && hasReferences(request)) return new Answer(forwarded)
  const save = forwarded || request.store === false ? undefined : (items: readonly OutputItem[]) => saveItems(ctx, items)
  const reply = createResponseReply(resolveReferences(ctx, request), ctx.clock.now(), save)
  return new Answer(forwarded ?? reply)
}

export const handlers = {
  chat_completions_create: withModelAccess(createChatCompletion),
  messages_create: withModelAccess(createMessage),
  responses_create: withModelAccess(createResponse),
} satisfies Handlers
