/** Replies of the image operation. The image is always the sample file of the format; only the reply has the requested size. */
import { unprocessable } from '../engine/failure.ts'
import type { Operations } from '../generated/types.ts'
import { findModel } from './prompt.ts'
import { type ImageFormat, imageFormats, sampleImages } from './sample-files.ts'
import { countTokens } from './tokens.ts'
import type { StreamEvent } from './format-events.ts'

export type ImageRequest = Operations['imageGenerations_create']['body']

/** Settings of an image, with defaults applied. */
export interface ImageSettings {
  readonly size: string
  readonly quality: 'low' | 'medium' | 'high'
  readonly background: 'transparent' | 'opaque'
  readonly output_format: ImageFormat
}

/** Output tokens per image, by quality. */
const tokensPerImage = { low: 400, medium: 1600, high: 6200 } as const

/** @throws Failure 404, 422 */
export function parseImageSettings(request: ImageRequest): ImageSettings {
  findModel(request.model, 'image')
  const quality = requireOneOf('quality', request.quality, ['low', 'medium', 'high', 'auto'] as const)
  const background = requireOneOf('background', request.background, ['transparent', 'opaque', 'auto'] as const)
  const format = requireOneOf('output_format', request.output_format, imageFormats)
  if (background === 'transparent' && format === 'jpeg') throw unprocessable('background: a jpeg cannot be transparent. Use png or webp.')
  if ((request.output_compression ?? 0) > 100) throw unprocessable('output_compression: must be <= 100')
  if (typeof request.partial_images === 'number' && request.stream !== true)
    throw unprocessable('partial_images: only together with stream.')
  return {
    size: request.size === undefined || request.size === 'auto' ? '1024x1024' : request.size,
    quality: quality === undefined || quality === 'auto' ? 'high' : quality,
    background: background === undefined || background === 'auto' ? 'opaque' : background,
    output_format: format ?? 'png',
  }
}

function requireOneOf<T extends string>(field: string, value: string | null | undefined, words: readonly T[]): T | undefined {
  if (value === undefined || value === null) return undefined
  const found = words.find((word) => word === value)
  if (found === undefined) throw unprocessable(`${field}: must be one of ${words.join(', ')}`)
  return found
}

export function formatImages(request: ImageRequest, settings: ImageSettings, now: number): Operations['imageGenerations_create']['reply'] {
  const inputTokens = countTokens(request.prompt)
  const count = request.n ?? 1
  const outputTokens = tokensPerImage[settings.quality] * count
  return {
    created: Math.floor(now / 1000),
    data: Array.from({ length: count }, () => ({ b64_json: sampleImages[settings.output_format] })),
    ...settings,
    usage: {
      total_tokens: inputTokens + outputTokens,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      input_tokens_details: { text_tokens: inputTokens, image_tokens: 0 },
    },
  }
}

/** Streams partial images; the last one of each image is final. */
export function* streamImages(request: ImageRequest, settings: ImageSettings, now: number): Generator<StreamEvent> {
  const steps = Math.max(1, request.partial_images ?? 1)
  for (let index = 0; index < (request.n ?? 1); index += 1) {
    for (let step = 0; step < steps; step += 1) {
      yield {
        data: {
          type: 'image_generation.partial_image',
          b64_json: sampleImages[settings.output_format],
          created_at: Math.floor(now / 1000),
          ...settings,
          partial_image_index: step,
        },
      }
    }
  }
}
