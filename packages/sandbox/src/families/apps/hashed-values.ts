/** Names and ids derived from their subject, so that repeated reads return the same value. */
import { createHash } from 'node:crypto'

/** Returns 64 hexadecimal digits. */
export function hashParts(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

const alphabet = 'bcdfghjklmnpqrstvwxz2456789'

/** Returns letters and digits without vowels, so that no words appear. */
export function hashName(length: number, ...parts: readonly string[]): string {
  const bytes = Buffer.from(hashParts(...parts), 'hex')
  return Array.from({ length }, (_, n) => alphabet[(bytes[n] ?? 0) % alphabet.length]).join('')
}

export function hashUuid(...parts: readonly string[]): string {
  const hex = hashParts(...parts)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
