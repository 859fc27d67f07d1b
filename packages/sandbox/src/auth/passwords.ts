/** Passwords are guessable, so they are kept as scrypt hashes: `scrypt$cost$salt$key`. */
import { scrypt, scryptSync, timingSafeEqual } from 'node:crypto'

const cost = 16_384
const keyLength = 32
const options = (N: number) => ({ N, r: 8, p: 1 })

/** What takes long, done beforehand. It stands for no other password, salt or cost. */
export interface DerivedKey {
  readonly password: string
  readonly salt: string
  readonly cost: number
  readonly key: Uint8Array
}

/** Not on the main thread, so that others are answered meanwhile. @param hash of which the salt and the cost are taken */
export function deriveKey(password: string, hash: string): Promise<DerivedKey> {
  const [, keptCost = '', salt = ''] = hash.split('$')
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, keyLength, options(Number(keptCost)), (error, key) =>
      error ? reject(error) : resolve({ password, salt, cost: Number(keptCost), key }),
    )
  })
}

/** The hash that has no key yet. */
export function beginHash(salt: string): string {
  return ['scrypt', cost, salt, ''].join('$')
}

export function hashPassword(password: string, salt: string, derived?: DerivedKey): string {
  return `${beginHash(salt)}${Buffer.from(derive(password, salt, cost, derived)).toString('hex')}`
}

export function isPassword(password: string, hash: string, derived?: DerivedKey): boolean {
  const [, keptCost = '', salt = '', key = ''] = hash.split('$')
  return timingSafeEqual(derive(password, salt, Number(keptCost), derived), Buffer.from(key, 'hex'))
}

function derive(password: string, salt: string, N: number, derived?: DerivedKey): Uint8Array {
  if (derived?.password === password && derived.salt === salt && derived.cost === N) return derived.key
  return scryptSync(password.normalize('NFC'), salt, keyLength, options(N))
}
