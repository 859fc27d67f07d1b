/**
 * Creates embeddings without a model: each word, or token id, adds 1 or -1 in the dimension that its hash selects. Texts that share words
 * have similar vectors; texts with the same meaning in other words do not.
 */

/** @returns a vector of length 1; vectors of different models are unrelated */
export function createEmbedding(text: string | readonly number[], model: string, dimensions: number): Float32Array {
  const sums = new Float64Array(dimensions)
  const seed = hashText(model, 0x811c9dc5)
  const words =
    typeof text === 'string'
      ? (text
          .normalize('NFKC')
          .toLowerCase()
          .match(/[\p{L}\p{N}]+/gu) ?? [text])
      : text
  for (const word of words) {
    const hash = mixHash(hashText(String(word), seed))
    const at = (hash >>> 1) % dimensions
    sums[at] = (sums[at] ?? 0) + (hash & 1 ? 1 : -1)
  }
  // Words can cancel each other out.
  if (sums.every((sum) => sum === 0)) sums[0] = 1
  const length = Math.hypot(...sums)
  return Float32Array.from(sums, (sum) => sum / length)
}

/** Encodes a vector as little-endian floats in base64. */
export function packVector(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * 4)
  return bytes.toString('base64')
}

/** Hashes with FNV-1a. */
function hashText(text: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

/** Spreads the hashes of short texts. */
function mixHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
