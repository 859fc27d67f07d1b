import { Answer } from '../../engine/answer.ts'
import type { Behavior } from '../../engine/call.ts'
import { answerResponse } from '../../inference/answer-text.ts'
import type { FamilyBehavior } from '../family.ts'
import { forModels } from '../../shared/for-models.ts'
import { routeModel } from '../../shared/route-model.ts'

/** What inference writes is text or a stream already. */
const create: Behavior<'responses_create'> = ({ body }, world) => new Answer(answerResponse(routeModel(world, body), world.clock.now()))

export const responses: FamilyBehavior = { behaviors: { responses_create: forModels(create) } }
