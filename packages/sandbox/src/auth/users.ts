/** Who can sign in. Every user has an account of their own; the first one's is the sandbox's. */
import type { Store } from '../store/store.ts'
import { type DerivedKey, verifyPassword } from './passwords.ts'

export interface User {
  /** The prefix of everything in the account. */
  readonly account: string
  /** As older clients know the user. */
  readonly number: number
  readonly uuid: string
  readonly email: string
  readonly name: string
  readonly team: { readonly uuid: string; readonly name: string }
  /** Since when the account has waited to be asked for; nothing else is there of it until then. */
  readonly waitsSince?: number
}

const kind = 'user'

/** @throws UniqueError when another user has the address */
export function putUser(store: Store, user: User, passwordHash: string): void {
  const hidden = JSON.stringify({ password: passwordHash })
  store.put({ kind, id: user.account, unique: normalizeEmail(user.email), text: JSON.stringify(user), hidden })
}

export function findUser(store: Store, account: string): User | undefined {
  const text = store.get({ kind, id: account })?.text
  return text === undefined ? undefined : (JSON.parse(text) as User)
}

export function listUsers(store: Store): User[] {
  return JSON.parse(`[${store.list({ kind }).texts}]`) as User[]
}

/** Those whose accounts have something: of the others nobody has asked for anything yet. */
export function listActiveUsers(store: Store): User[] {
  return listUsers(store).filter(({ waitsSince }) => waitsSince === undefined)
}

export function findUserByEmail(store: Store, email: string): User | undefined {
  const text = store.find({ kind, unique: normalizeEmail(email) })?.text
  return text === undefined ? undefined : (JSON.parse(text) as User)
}

/** Undefined for a wrong password and for an address that nobody has, after the same time. */
export function authenticateUser(store: Store, email: string, password: string, derived?: DerivedKey): User | undefined {
  return verifyPassword(password, getPasswordHash(store, email), derived) ? findUserByEmail(store, email) : undefined
}

/** What is kept of the user's password; of an address that nobody has, the hash of no password. */
export function getPasswordHash(store: Store, email: string): string {
  const user = findUserByEmail(store, email)
  const hidden = user && store.get({ kind, id: user.account })?.hidden
  return hidden === undefined ? unusablePasswordHash : (JSON.parse(hidden) as { readonly password: string }).password
}

/** For the password of a user who is made: of each address and each sandbox its own. */
export function derivePasswordSalt(email: string, { secret }: { readonly secret: (name: string) => string }): string {
  return secret(`salt:${normalizeEmail(email)}`).slice(0, 32)
}

export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** The hash of no password that could be typed. */
export const unusablePasswordHash = `scrypt$16384$00$${'0'.repeat(64)}`
