/** The three formats in which a model is asked for text: chat completions, messages and responses. */
import { Answer } from '../../engine/answer.ts'
import type { Behavior } from '../../engine/call.ts'
import { answerChat, answerMessage, answerResponse } from '../../inference/answer-text.ts'
import type { FamilyBehavior } from '../family.ts'
import { forModels } from '../../shared/for-models.ts'
import { routeModel } from '../../shared/route-model.ts'

const createChatCompletion: Behavior<'chat_completions_create'> = ({ body }, world) =>
  new Answer(answerChat(routeModel(world, body), world.clock.now()))

const createMessage: Behavior<'messages_create'> = ({ body }, world) =>
  new Answer(answerMessage(routeModel(world, body), world.clock.now()))

const createResponse: Behavior<'responses_create'> = ({ body }, world) =>
  new Answer(answerResponse(routeModel(world, body), world.clock.now()))

export const textGeneration: FamilyBehavior = {
  behaviors: {
    chat_completions_create: forModels(createChatCompletion),
    messages_create: forModels(createMessage),
    responses_create: forModels(createResponse),
  },
}
