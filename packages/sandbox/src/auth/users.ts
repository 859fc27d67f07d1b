/** Users that can sign in. Every user has a separate account; the first account is the sandbox's own. */
import type { Store } from '../store/store.ts'
import { type DerivedKey, verifyPassword } from './passwords.ts'

export interface User {
  /** Prefix of everything in the account. */
  readonly account: string
  /** Numeric id that older clients use. */
  readonly number: number
  readonly uuid: string
  readonly email: string
  readonly name: string
  readonly team: { readonly uuid: string; readonly name: string }
  /** Creation time of an account that has no data yet, in milliseconds. Its data is created on its first request. */
  readonly waitsSince?: number
}

const kind = 'user'

/** @throws UniqueError when another user has the email address */
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

/** Lists the users whose accounts have data. */
export function listActiveUsers(store: Store): User[] {
  return listUsers(store).filter(({ waitsSince }) => waitsSince === undefined)
}

export function findUserByEmail(store: Store, email: string): User | undefined {
  const text = store.find({ kind, unique: normalizeEmail(email) })?.text
  return text === undefined ? undefined : (JSON.parse(text) as User)
}

/** Returns undefined for a wrong password or an unknown email address, in the same time. */
export function authenticateUser(store: Store, email: string, password: string, derived?: DerivedKey): User | undefined {
  return verifyPassword(password, getPasswordHash(store, email), derived) ? findUserByEmail(store, email) : undefined
}

/** Returns the hash of the user's password, or an unusable hash for an unknown email address. */
export function getPasswordHash(store: Store, email: string): string {
  const user = findUserByEmail(store, email)
  const hidden = user && store.get({ kind, id: user.account })?.hidden
  return hidden === undefined ? unusablePasswordHash : (JSON.parse(hidden) as { readonly password: string }).password
}

/** Derives the salt of a new password; it differs for each email address and each sandbox. */
export function derivePasswordSalt(email: string, { deriveSecret }: { readonly deriveSecret: (name: string) => string }): string {
  return deriveSecret(`salt:${normalizeEmail(email)}`).slice(0, 32)
}

export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** A hash that no password matches. */
export const unusablePasswordHash = `scrypt$16384$00$${'0'.repeat(64)}`
