import { answerChat } from '../../inference/answer-text.ts'
import type { FamilyBehavior } from '../family.ts'
import { forModels } from '../../shared/for-models.ts'
import { routeModel } from '../../shared/route-model.ts'

export const chat: FamilyBehavior = {
  operations: { chat_create_completion: forModels(({ body }, world) => answerChat(routeModel(world, body), world.clock.now())) },
}
