/** Tokens and their callers. Only hashes of tokens are stored; callers are cached in memory. */
import type { Clock } from '../clock/clock.ts'
import type { Store } from '../store/store.ts'
import { hashSecret } from './hash-secret.ts'
import { ownerAccountId } from '../catalog/owner.ts'

export interface Caller {
  /** Hash of the token; rate limits are counted by it. */
  readonly id: string
  readonly kind: 'personal' | 'oauth' | 'inference'
  /** Account that the token gives access to; the owner's by default. */
  readonly account: string
  readonly canWrite: boolean
  /** Fine-grained scopes; undefined for a token that is not limited to scopes. */
  readonly scopes?: readonly string[]
  /** Milliseconds since 1970, like all times here. */
  readonly createdAt: number
  readonly expiresAt?: number
  /** Application of an OAuth token. */
  readonly client?: string
  /** Hash of the refresh token of the same pair. */
  readonly refreshId?: string
  /** Hash of the authorization code that the token comes from. */
  readonly family?: string
}

type NewCaller = Omit<Caller, 'id' | 'account' | 'createdAt'> & { readonly account?: string }
type TokenFilter = Partial<Pick<Caller, 'kind' | 'account' | 'client' | 'family'>>

export interface Tokens {
  readonly add: (token: string, caller: NewCaller) => void
  /** Adds a token by its hash. */
  readonly addHash: (hash: string, caller: NewCaller) => void
  readonly remove: (token: string) => boolean
  /** Removes a token by its hash. */
  readonly removeByHash: (id: string) => boolean
  /** Returns undefined for a token that is unknown, revoked or expired. */
  readonly findCaller: (token: string) => Caller | undefined
  /** Lists the matching tokens that have not expired. */
  readonly list: (filter: TokenFilter) => readonly Caller[]
  readonly removeMatching: (filter: TokenFilter) => void
  /** Clears the cache after the state was replaced. */
  readonly clearCache: () => void
}

export const tokenKind = 'token'

/** Indexed fields of tokens. */
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
    const stored: Caller = { account: ownerAccountId, ...caller, createdAt: clock.now(), id }
    store.put({ kind: tokenKind, id, text: JSON.stringify(stored) })
  }
  return {
    add: (token, caller) => {
      addHash(hashSecret(token), caller)
    },
    addHash,
    remove: (token) => removeByHash(hashSecret(token)),
    removeByHash,
    findCaller: (token) => {
      const cached = cache.get(token)
      if (cached) return isAlive(cached) ? cached : undefined
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
