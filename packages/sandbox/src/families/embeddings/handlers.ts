import { Answer } from '../../engine/answer.ts'
import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { Operations } from '../../generated/types.ts'
import { createEmbedding, packVector } from '../../inference/create-embedding.ts'
import { findModel } from '../../inference/prompt.ts'
import { countTokens } from '../../inference/tokens.ts'
import { forwardToModelServer } from '../../shared/forward-to-model-server.ts'
import { withModelAccess } from '../../shared/model-access.ts'
import type { Handlers } from '../family.ts'

type EmbeddingsRequest = Operations['embeddings_create']['body']

const usualDimensions = 1024

const maxTexts = 2048

const create: Handler<'embeddings_create'> = ({ body: request }, ctx) => {
  const model = findModel(request.model, 'embedding')
  const max = model.dimensions ?? usualDimensions
  // Official clients send this value, although it is not in the specification.
  const dimensions = ('dimensions' in request ? request.dimensions : undefined) ?? max
  if (typeof dimensions !== 'number' || !Number.isInteger(dimensions) || dimensions < 1 || dimensions > max)
    throw unprocessable(`dimensions: must be a whole number from 1 to ${max}`)
  const texts = listTexts(request.input)
  const empty = texts.indexOf('')
  if (empty !== -1) throw unprocessable(`${typeof request.input === 'string' ? 'input' : `input.${empty}`}: must not be empty`)
  const forwarded = forwardToModelServer(ctx, '/embeddings', request)
  if (forwarded) return new Answer(forwarded)
  const data = texts.map((text, index) => {
    const vector = createEmbedding(text, model.id, dimensions)
    return { object: 'embedding' as const, index, embedding: request.encoding_format === 'base64' ? packVector(vector) : [...vector] }
  })
  const read = texts.reduce((sum, text) => sum + (typeof text === 'string' ? countTokens(text) : text.length), 0)
  return { object: 'list', model: model.id, data, usage: { prompt_tokens: read, total_tokens: read } }
}

/** @throws Failure 422 when texts and tokens are mixed, or there are too many texts */
function listTexts(input: EmbeddingsRequest['input']): readonly (string | readonly number[])[] {
  if (typeof input === 'string') return [input]
  if (input.every((item) => typeof item === 'number')) return [input]
  const kind = typeof input[0]
  const other = input.findIndex((item) => typeof item !== kind)
  if (other !== -1) throw unprocessable(`input.${other}: must be of the same kind as input.0`)
  if (input.length > maxTexts) throw unprocessable(`input: must not have more than ${maxTexts} items`)
  return input.filter((item) => typeof item !== 'number')
}

export const handlers = { embeddings_create: withModelAccess(create) } satisfies Handlers
