import { createHash } from 'node:crypto'

/** Reproducible random numbers from 0 to 1. */
export function createSeededRandom(seed: () => string): () => number {
  let count = 0
  return () =>
    createHash('sha256')
      .update(`${seed()}:fault:${(count += 1)}`)
      .digest()
      .readUInt32BE(0) /
    2 ** 32
}
