/** Choices that look free and follow from a text alone: the same text always falls the same way. */
import { createHash } from 'node:crypto'

export interface Random {
  /** A whole number from 0 up to, but without, `limit`. */
  readonly below: (limit: number) => number
  readonly pick: <T>(items: readonly [T, ...T[]]) => T
  /** Lower-case hexadecimal digits. */
  readonly hex: (digits: number) => string
}

export function createRandom(text: string): Random {
  let counter = 0
  const digest = () => createHash('sha256').update(`${counter++}:${text}`).digest()
  const below = (limit: number) => digest().readUInt32BE(0) % limit
  return {
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
    hex: (digits) => {
      let made = ''
      while (made.length < digits) made += digest().toString('hex')
      return made.slice(0, digits)
    },
  }
}
