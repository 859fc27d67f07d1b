/** Secrets of full length are kept as plain SHA-256: there is nothing to guess in them. Passwords are not; see `passwords.ts`. */
import { createHash, timingSafeEqual } from 'node:crypto'

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** In a time that does not tell where the texts differ. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest())
}
