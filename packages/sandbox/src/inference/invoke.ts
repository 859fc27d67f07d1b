/** What the models make that are run in the background: pictures or sound, inside the answer, as there is nowhere to fetch them from. */
import type { GenaiModelEntry } from '../catalog/genai-models.ts'
import { unprocessable } from '../engine/failure.ts'
import type { Operations } from '../generated/types.ts'
import { pictureFormats, writePicture } from './write-picture.ts'

export type InvocationRequest = Operations['asyncInvoke_create']['body']

const mostImages = 10
/** Pixels across and down. */
const edge = 512

/** @throws Failure 422 when what this model works on is missing */
export function checkInput({ input }: InvocationRequest, { type, id }: GenaiModelEntry): void {
  if (type !== 'image' && type !== 'audio' && type !== 'video')
    throw unprocessable(`model_id: "${id}" answers at once. Send the request to the operation for its kind.`)
  if (!input.prompt && !input.text) throw unprocessable(`input.${type === 'audio' ? 'text' : 'prompt'}: must be given`)
  if ((input.num_images ?? 1) > mostImages) throw unprocessable(`input.num_images: must be <= ${mostImages}`)
}

export function makeOutput({ input }: InvocationRequest, { type, id }: GenaiModelEntry): Record<string, unknown> {
  const text = input.prompt ?? input.text ?? ''
  if (type === 'audio') return { audio: { url: toUrl('audio/wav', writeSilence(input.seconds_total ?? 1)), content_type: 'audio/wav' } }
  const format = pictureFormats.find((each) => each === input.output_format) ?? 'png'
  const images = Array.from({ length: input.num_images ?? 1 }, (_, index) => {
    const order = { text: JSON.stringify([id, text, index]), width: edge, height: edge, isTransparent: false }
    return { url: toUrl(`image/${format}`, writePicture(order, format)), width: edge, height: edge, content_type: `image/${format}` }
  })
  return { images, prompt: text }
}

function toUrl(type: string, data: Buffer): string {
  return `data:${type};base64,${data.toString('base64')}`
}

/** A WAV file of nothing: one channel, 8 bits, 1,000 samples a second. */
function writeSilence(seconds: number): Buffer {
  const samples = Buffer.alloc(Math.min(seconds, 60) * 1000, 0x80)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(1000, 24)
  head.writeUInt32LE(1000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}
