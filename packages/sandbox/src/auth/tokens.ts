/** Tokens and whom they stand for. Only hashes are stored; what was recognized once is remembered while the process lives. */
import type { Clock } from '../clock/clock.ts'
import type { Store } from '../store/store.ts'
import { hashSecret } from './hash-secret.ts'
import { ownerAccountId } from '../catalog/owner.ts'

export interface Caller {
  /** The hash of the token: what limits are counted by. */
  readonly id: string
  readonly kind: 'personal' | 'oauth' | 'inference'
  /** Whose state the token opens; the owner's unless another is given. */
  readonly account: string
  readonly canWrite: boolean
  /** Fine-grained scopes; undefined when the token is not limited to any. */
  readonly scopes?: readonly string[]
  /** Milliseconds since 1970, as every time here. */
  readonly createdAt: number
  readonly expiresAt?: number
  /** The application an OAuth token was made for. */
  readonly client?: string
  /** The hash of the refresh token of the same pair. */
  readonly refreshId?: string
  /** What came from one authorization, by the hash of its code. */
  readonly family?: string
}

type NewCaller = Omit<Caller, 'id' | 'account' | 'createdAt'> & { readonly account?: string }
type TokenFilter = Partial<Pick<Caller, 'kind' | 'account' | 'client' | 'family'>>

export interface Tokens {
  readonly add: (token: string, caller: NewCaller) => void
  /** Of a token that only its hash is known of. */
  readonly addHash: (hash: string, caller: NewCaller) => void
  readonly remove: (token: string) => boolean
  /** By the hash. */
  readonly removeByHash: (id: string) => boolean
  /** Undefined for a token that is unknown, revoked or expired. */
  readonly findCaller: (token: string) => Caller | undefined
  /** Those of which all this is so, and which have not expired. */
  readonly list: (filter: TokenFilter) => readonly Caller[]
  /** Every token of which all this is so. */
  readonly removeMatching: (filter: TokenFilter) => void
  /** After the state was replaced. */
  readonly clearCache: () => void
}

export const tokenKind = 'token'

/** By what tokens are found, of which users make as many as they like. */
export const tokenFields = [
  { kind: tokenKind, field: 'family' },
  { kind: tokenKind, field: 'account' },
  { kind: tokenKind, field: 'client' },
] as const

const maxCachedTokens = 10_000

export function createTokens(store: Store, clock: Clock): Tokens {
  const cache = new Map<string, Caller>()
  const isAlive = ({ expiresAt }: Caller) => expiresAt === undefined || clock.now() < expiresAt
  const removeByHash = (id: string) => {
    for (const [token, caller] of cache) if (caller.id === id) cache.delete(token)
    return store.delete({ kind: tokenKind, id })
  }
  const find = (filter: TokenFilter) => {
    const where = Object.entries(filter).map(([field, equals]) => ({ field, equals }))
    return JSON.parse(`[${store.list({ kind: tokenKind, where }).texts}]`) as Caller[]
  }
  const addHash: Tokens['addHash'] = (id, caller) => {
    const kept: Caller = { account: ownerAccountId, ...caller, createdAt: clock.now(), id }
    store.put({ kind: tokenKind, id, text: JSON.stringify(kept) })
  }
  return {
    add: (token, caller) => {
      addHash(hashSecret(token), caller)
    },
    addHash,
    remove: (token) => removeByHash(hashSecret(token)),
    removeByHash,
    findCaller: (token) => {
      const known = cache.get(token)
      if (known) return isAlive(known) ? known : undefined
      const text = store.get({ kind: tokenKind, id: hashSecret(token) })?.text
      if (text === undefined) return undefined
      const caller = JSON.parse(text) as Caller
      if (cache.size >= maxCachedTokens) cache.clear()
      cache.set(token, caller)
      return isAlive(caller) ? caller : undefined
    },
    list: (filter) => find(filter).filter(isAlive),
    removeMatching: (filter) => {
      for (const { id } of find(filter)) removeByHash(id)
    },
    clearCache: () => cache.clear(),
  }
}
