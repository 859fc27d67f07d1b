/** Tokens and whom they stand for. Only hashes are stored; what was recognised once is remembered while the process lives. */
import { createHash } from 'node:crypto'
import type { Clock } from '../clock/clock.ts'
import type { Store } from '../store/store.ts'

export interface Caller {
  /** The hash of the token: what limits are counted by. */
  readonly id: string
  readonly kind: 'personal' | 'oauth' | 'inference'
  readonly canWrite: boolean
  /** Fine-grained scopes; undefined when the token is not limited to any. */
  readonly scopes?: readonly string[]
  readonly expiresAt?: number
}

export interface Tokens {
  readonly add: (token: string, caller: Omit<Caller, 'id'>) => void
  readonly remove: (token: string) => boolean
  /** Undefined for a token that is unknown, revoked or expired. */
  readonly recognise: (token: string) => Caller | undefined
  /** After the state was replaced. */
  readonly forget: () => void
}

const kind = 'token'
const mostRemembered = 10_000

export function createTokens(store: Store, clock: Clock): Tokens {
  const remembered = new Map<string, Caller>()
  const isAlive = ({ expiresAt }: Caller) => expiresAt === undefined || clock.now() < expiresAt
  return {
    add: (token, caller) => store.put({ kind, id: hashToken(token), text: JSON.stringify(caller) }),
    remove: (token) => {
      remembered.delete(token)
      return store.delete({ kind, id: hashToken(token) })
    },
    recognise: (token) => {
      const known = remembered.get(token)
      if (known) return isAlive(known) ? known : undefined
      const id = hashToken(token)
      const text = store.text({ kind, id })
      if (text === undefined) return undefined
      const caller: Caller = { ...(JSON.parse(text) as Omit<Caller, 'id'>), id }
      if (remembered.size >= mostRemembered) remembered.clear()
      remembered.set(token, caller)
      return isAlive(caller) ? caller : undefined
    },
    forget: () => remembered.clear(),
  }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
