import { answerMessage } from '../inference/answer-text.ts'
import type { FamilyBehavior } from './family.ts'
import { forModels } from './shared/for-models.ts'

export const messages: FamilyBehavior = {
  operations: { messages_create: forModels(({ body }, { clock }) => answerMessage(body, clock.now())) },
}
