/** The three formats in which a model is asked for text: chat completions, messages and responses. */
import { Answer } from '../../engine/answer.ts'
import type { Behavior } from '../../engine/call.ts'
import { answerChat, answerMessage, answerResponse } from '../../inference/answer-text.ts'
import type { FamilyBehavior } from '../family.ts'
import { forModels } from '../../shared/for-models.ts'
import { routeModel } from '../../shared/route-model.ts'

const createChatCompletion: Behavior<'chat_completions_create'> = ({ body }, ctx) =>
  new Answer(answerChat(routeModel(ctx, body), ctx.clock.now()))

const createMessage: Behavior<'messages_create'> = ({ body }, ctx) => new Answer(answerMessage(routeModel(ctx, body), ctx.clock.now()))

const createResponse: Behavior<'responses_create'> = ({ body }, ctx) => new Answer(answerResponse(routeModel(ctx, body), ctx.clock.now()))

export const textGeneration: FamilyBehavior = {
  behaviors: {
    chat_completions_create: forModels(createChatCompletion),
    messages_create: forModels(createMessage),
    responses_create: forModels(createResponse),
  },
}
