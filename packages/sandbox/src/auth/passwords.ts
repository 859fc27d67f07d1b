/** Hashes passwords with scrypt, because they can be guessed: `scrypt$cost$salt$key`. */
import { scrypt, scryptSync, timingSafeEqual } from 'node:crypto'

const cost = 16_384
const keyLength = 32
const options = (N: number) => ({ N, r: 8, p: 1 })

/** A key derived before the request is handled. It is valid only for this password, salt and cost. */
export interface DerivedKey {
  readonly password: string
  readonly salt: string
  readonly cost: number
  readonly key: Uint8Array
}

/** Derives a key outside of the main thread, so that other requests are not blocked. @param hash provides the salt and the cost */
export function deriveKey(password: string, hash: string): Promise<DerivedKey> {
  const [, costText = '', salt = ''] = hash.split('$')
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, keyLength, options(Number(costText)), (error, key) =>
      error ? reject(error) : resolve({ password, salt, cost: Number(costText), key }),
    )
  })
}

/** Formats a hash up to the key. */
export function formatHashPrefix(salt: string): string {
  return ['scrypt', cost, salt, ''].join('$')
}

export function hashPassword(password: string, salt: string, derived?: DerivedKey): string {
  return `${formatHashPrefix(salt)}${Buffer.from(derive(password, salt, cost, derived)).toString('hex')}`
}

export function verifyPassword(password: string, hash: string, derived?: DerivedKey): boolean {
  const [, costText = '', salt = '', key = ''] = hash.split('$')
  return timingSafeEqual(derive(password, salt, Number(costText), derived), Buffer.from(key, 'hex'))
}

function derive(password: string, salt: string, N: number, derived?: DerivedKey): Uint8Array {
  if (derived?.password === password && derived.salt === salt && derived.cost === N) return derived.key
  return scryptSync(password.normalize('NFC'), salt, keyLength, options(N))
}
