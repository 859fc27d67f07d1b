import { stream } from '../../inference/answer-text.ts'
import { type ImageRequest, readOrder, streamImages, writeImages } from '../../inference/generate-images.ts'
import type { FamilyBehavior } from '../family.ts'
import { forModels } from '../../shared/for-models.ts'

export const imageGenerations: FamilyBehavior = {
  operations: {
    imageGenerations_create: forModels(({ body }, { clock }) => {
      // Valid against the operation's schema by now.
      const request = body as ImageRequest
      const order = readOrder(request)
      return request.stream === true
        ? stream(streamImages(request, order, clock.now()))
        : { body: JSON.stringify(writeImages(request, order, clock.now())) }
    }),
  },
}
