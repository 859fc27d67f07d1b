import { answerChat } from '../inference/answer-text.ts'
import type { FamilyBehavior } from './family.ts'
import { forModels } from './shared/for-models.ts'

export const chat: FamilyBehavior = {
  operations: { chat_create_completion: forModels(({ body }, { clock }) => answerChat(body, clock.now())) },
}
