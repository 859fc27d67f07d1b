/** Derives ids from text. */
import { createHash } from 'node:crypto'

/** @returns at most 64 hexadecimal digits */
export function hashId(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits)
}
