/** Initial credentials of every sandbox. They derive from the seed, so `/_sandbox/info` can show them although only hashes are stored. */
import { createHash } from 'node:crypto'
import { ownerPasswordHash } from '../catalog/owner.ts'
import { hashPassword } from './passwords.ts'

export interface SeededCredentials {
  readonly tokens: { readonly full: string; readonly read: string }
  readonly inference_key: string
  readonly oauth: { readonly client_id: string; readonly client_secret: string; readonly redirect_uri: string }
  readonly user: { readonly email: string; readonly password: string }
}

/** @param isExposed true if other machines can reach the sandbox; its user then has a password of its own */
export function deriveCredentials(seed: string, isExposed: boolean): SeededCredentials {
  const secret = (name: string) => createHash('sha256').update(`${seed}:credential:${name}`).digest('hex')
  return {
    tokens: { full: `dop_v1_${secret('full')}`, read: `dop_v1_${secret('read')}` },
    inference_key: `sk-do-${secret('inference')}`,
    oauth: { client_id: secret('client'), client_secret: secret('client-secret'), redirect_uri: 'http://127.0.0.1:4030/callback' },
    user: { email: 'maya@tidewater.example', password: isExposed ? secret('password').slice(0, 32) : 'example-password-1' },
  }
}

/** Returns a function that hashes the password of the seeded user, once for each seed. */
export function createOwnerPasswordHash(getSeed: () => string, isExposed: boolean): () => string {
  if (!isExposed) return () => ownerPasswordHash
  const hashes = new Map<string, string>()
  return () => {
    const seed = getSeed()
    const hash = hashes.get(seed) ?? hashPassword(deriveCredentials(seed, isExposed).user.password, 'owner')
    hashes.set(seed, hash)
    return hash
  }
}
