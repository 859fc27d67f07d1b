/** Passwords are guessable, so they are kept as scrypt hashes: `scrypt$cost$salt$key`. */
import { scryptSync, timingSafeEqual } from 'node:crypto'

const cost = 16_384
const keyLength = 32

export function hashPassword(password: string, salt: string): string {
  return ['scrypt', cost, salt, derive(password, salt, cost).toString('hex')].join('$')
}

export function isPassword(password: string, hash: string): boolean {
  const [, keptCost = '', salt = '', key = ''] = hash.split('$')
  return timingSafeEqual(derive(password, salt, Number(keptCost)), Buffer.from(key, 'hex'))
}

function derive(password: string, salt: string, N: number): Buffer {
  return scryptSync(password.normalize('NFC'), salt, keyLength, { N, r: 8, p: 1 })
}
