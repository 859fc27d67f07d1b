import { Answer } from '../../engine/answer.ts'
import type { Behavior } from '../../engine/call.ts'
import { stream } from '../../inference/answer-text.ts'
import { readOrder, streamImages, writeImages } from '../../inference/generate-images.ts'
import type { FamilyBehavior } from '../family.ts'
import { forModels } from '../../shared/for-models.ts'

const create: Behavior<'imageGenerations_create'> = ({ body }, { clock }) => {
  const order = readOrder(body)
  return body.stream === true ? new Answer(stream(streamImages(body, order, clock.now()))) : writeImages(body, order, clock.now())
}

export const imageGenerations: FamilyBehavior = { behaviors: { imageGenerations_create: forModels(create) } }
