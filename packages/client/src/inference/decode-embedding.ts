/** Decodes embeddings to numbers. */
import type { EmbeddingsResult } from '@spindrift/types/embeddings'
import { CloudError } from '../errors.ts'

/** Embeddings as numbers, one vector per text, in the order of the texts. */
export type Embeddings = Omit<EmbeddingsResult, 'data'> & {
  readonly data: (Omit<EmbeddingsResult['data'][number], 'embedding'> & { readonly embedding: number[] })[]
}

export function decodeEmbeddings(result: EmbeddingsResult): Embeddings {
  return { ...result, data: result.data.map(({ embedding, ...rest }) => ({ ...rest, embedding: decodeEmbedding(embedding) })) }
}

/** Decodes an embedding: base64 of little-endian 32-bit floats, or numbers. @throws CloudError if the length is not a multiple of 4 bytes */
export function decodeEmbedding(embedding: number[] | string): number[] {
  if (typeof embedding !== 'string') return embedding
  const bytes = Uint8Array.from(atob(embedding), (character) => character.charCodeAt(0))
  if (bytes.length % 4 !== 0) throw new CloudError(`The embedding has ${bytes.length} bytes, which is not a multiple of 4 (32-bit floats).`)
  const view = new DataView(bytes.buffer)
  return Array.from({ length: bytes.length / 4 }, (_, at) => view.getFloat32(at * 4, true))
}
