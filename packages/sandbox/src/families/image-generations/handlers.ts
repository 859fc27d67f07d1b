import { Answer } from '../../engine/answer.ts'
import type { Handler } from '../../engine/call.ts'
import { createStreamReply } from '../../inference/text-replies.ts'
import { parseImageSettings, streamImages, formatImages } from '../../inference/generate-images.ts'
import { withModelAccess } from '../../shared/model-access.ts'
import type { Handlers } from '../family.ts'

const create: Handler<'imageGenerations_create'> = ({ body }, { clock }) => {
  const order = parseImageSettings(body)
  return body.stream === true
    ? new Answer(createStreamReply(streamImages(body, order, clock.now())))
    : formatImages(body, order, clock.now())
}

export const handlers = { imageGenerations_create: withModelAccess(create) } satisfies Handlers
