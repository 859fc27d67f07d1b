/** A seeded random number generator, for repeatable runs. */
export interface Random {
  /** 0 ≤ n < 1 */
  readonly next: () => number
  /** Whole number, both bounds included. */
  readonly integer: (min: number, max: number) => number
  readonly pick: <T>(choices: readonly [T, ...T[]]) => T
}

/** Mulberry32: small and good enough for tests. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return { next, integer, pick: (choices) => choices[integer(0, choices.length - 1)] ?? choices[0] }
}
