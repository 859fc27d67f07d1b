import { answerMessage } from '../../inference/answer-text.ts'
import type { FamilyBehavior } from '../family.ts'
import { forModels } from '../../shared/for-models.ts'
import { routeModel } from '../../shared/route-model.ts'

export const messages: FamilyBehavior = {
  operations: { messages_create: forModels(({ body }, world) => answerMessage(routeModel(world, body), world.clock.now())) },
}
