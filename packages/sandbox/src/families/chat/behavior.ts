import { Answer } from '../../engine/answer.ts'
import type { Behavior } from '../../engine/call.ts'
import { answerChat } from '../../inference/answer-text.ts'
import type { FamilyBehavior } from '../family.ts'
import { forModels } from '../../shared/for-models.ts'
import { routeModel } from '../../shared/route-model.ts'

/** What inference writes is text or a stream already. */
const create: Behavior<'chat_completions_create'> = ({ body }, world) => new Answer(answerChat(routeModel(world, body), world.clock.now()))

export const chat: FamilyBehavior = { behaviors: { chat_completions_create: forModels(create) } }
