import { answerResponse } from '../inference/answer-text.ts'
import type { FamilyBehavior } from './family.ts'
import { forModels } from './shared/for-models.ts'

export const responses: FamilyBehavior = {
  operations: { responses_create: forModels(({ body }, { clock }) => answerResponse(body, clock.now())) },
}
