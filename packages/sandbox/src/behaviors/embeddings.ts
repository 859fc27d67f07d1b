import type { Behavior } from '../engine/call.ts'
import { unprocessable } from '../engine/failure.ts'
import { embedText, packVector } from '../inference/embed.ts'
import { findModel } from '../inference/prompt.ts'
import { countTokens } from '../inference/tokens.ts'
import type { FamilyBehavior } from './family.ts'
import { forModels } from './shared/for-models.ts'

/** As the specification's validator lets it through. `dimensions` is not in it; official clients can send it. */
interface EmbeddingsRequest {
  readonly model: string
  readonly input: string | readonly string[]
  readonly encoding_format?: 'float' | 'base64'
  readonly dimensions?: unknown
}

const usualDimensions = 1024

const create: Behavior = ({ body }) => {
  const request = body as EmbeddingsRequest
  const model = findModel(request.model, 'embedding')
  const most = model.dimensions ?? usualDimensions
  const dimensions = request.dimensions ?? most
  if (typeof dimensions !== 'number' || !Number.isInteger(dimensions) || dimensions < 1 || dimensions > most)
    throw unprocessable(`dimensions: must be a whole number from 1 to ${most}`)
  const texts = typeof request.input === 'string' ? [request.input] : request.input
  const empty = texts.indexOf('')
  if (empty !== -1) throw unprocessable(`${typeof request.input === 'string' ? 'input' : `input.${empty}`}: must not be empty`)
  const data = texts.map((text, index) => {
    const vector = embedText(text, model.id, dimensions)
    return { object: 'embedding', index, embedding: request.encoding_format === 'base64' ? packVector(vector) : [...vector] }
  })
  const read = texts.reduce((sum, text) => sum + countTokens(text), 0)
  return { body: JSON.stringify({ object: 'list', model: model.id, data, usage: { prompt_tokens: read, total_tokens: read } }) }
}

export const embeddings: FamilyBehavior = { operations: { embeddings_create: forModels(create) } }
