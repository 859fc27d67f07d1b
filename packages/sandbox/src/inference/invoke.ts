/** Output of asynchronous invocations: images or audio as data URLs. */
import type { GenaiModelEntry } from '../catalog/genai-models.ts'
import { unprocessable } from '../engine/failure.ts'
import type { Operations } from '../generated/types.ts'
import { imageFormats, sampleImages, sampleWav } from './sample-files.ts'

export type InvocationRequest = Operations['asyncInvoke_create']['body']

const maxImages = 10
/** Width and height in pixels. */
const edge = 512

/** @throws Failure 422 when the input of the model is missing */
export function checkInput({ input }: InvocationRequest, { type, id }: GenaiModelEntry): void {
  if (type !== 'image' && type !== 'audio' && type !== 'video')
    throw unprocessable(`model_id: "${id}" answers at once. Send the request to the operation for its kind.`)
  if (!input.prompt && !input.text) throw unprocessable(`input.${type === 'audio' ? 'text' : 'prompt'}: must be given`)
  if ((input.num_images ?? 1) > maxImages) throw unprocessable(`input.num_images: must be <= ${maxImages}`)
}

export function createOutput({ input }: InvocationRequest, { type }: GenaiModelEntry): Record<string, unknown> {
  if (type === 'audio') return { audio: { url: `data:audio/wav;base64,${sampleWav}`, content_type: 'audio/wav' } }
  const format = imageFormats.find((each) => each === input.output_format) ?? 'png'
  const image = { url: `data:image/${format};base64,${sampleImages[format]}`, width: edge, height: edge, content_type: `image/${format}` }
  return { images: Array.from({ length: input.num_images ?? 1 }, () => image), prompt: input.prompt ?? input.text ?? '' }
}
