import { createHash } from 'node:crypto'

/** Numbers from 0 to 1 that follow from the seed alone, so that a test that fails by chance fails again. */
export function createSeededRandom(seed: () => string): () => number {
  let count = 0
  return () =>
    createHash('sha256')
      .update(`${seed()}:fault:${(count += 1)}`)
      .digest()
      .readUInt32BE(0) /
    2 ** 32
}
