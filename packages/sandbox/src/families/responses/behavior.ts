import { answerResponse } from '../../inference/answer-text.ts'
import type { FamilyBehavior } from '../family.ts'
import { forModels } from '../../shared/for-models.ts'
import { routeModel } from '../../shared/route-model.ts'

export const responses: FamilyBehavior = {
  operations: { responses_create: forModels(({ body }, world) => answerResponse(routeModel(world, body), world.clock.now())) },
}
