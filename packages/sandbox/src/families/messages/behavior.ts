import { Answer } from '../../engine/answer.ts'
import type { Behavior } from '../../engine/call.ts'
import { answerMessage } from '../../inference/answer-text.ts'
import type { FamilyBehavior } from '../family.ts'
import { forModels } from '../../shared/for-models.ts'
import { routeModel } from '../../shared/route-model.ts'

/** What inference writes is text or a stream already. */
const create: Behavior<'messages_create'> = ({ body }, world) => new Answer(answerMessage(routeModel(world, body), world.clock.now()))

export const messages: FamilyBehavior = { behaviors: { messages_create: forModels(create) } }
