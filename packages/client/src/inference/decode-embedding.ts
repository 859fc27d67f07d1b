/** Vectors as numbers, however they were sent. */
import type { EmbeddingsResult } from '@spindrift/types/embeddings'
import { CloudError } from '../errors.ts'

/** The vectors, one for each text, in the order of the texts. */
export type Embeddings = Omit<EmbeddingsResult, 'data'> & {
  readonly data: (Omit<EmbeddingsResult['data'][number], 'embedding'> & { readonly embedding: number[] })[]
}

export function decodeEmbeddings(result: EmbeddingsResult): Embeddings {
  return { ...result, data: result.data.map(({ embedding, ...rest }) => ({ ...rest, embedding: decodeEmbedding(embedding) })) }
}

/** Base64 of little-endian 32-bit floats, whatever the byte order of this machine is. */
export function decodeEmbedding(embedding: number[] | string): number[] {
  if (typeof embedding !== 'string') return embedding
  const bytes = Uint8Array.from(atob(embedding), (character) => character.charCodeAt(0))
  if (bytes.length % 4 !== 0) throw new CloudError(`A vector of ${bytes.length} bytes is not made of 32-bit floats.`)
  const view = new DataView(bytes.buffer)
  return Array.from({ length: bytes.length / 4 }, (_, at) => view.getFloat32(at * 4, true))
}
