/** Users that can sign in. Every user has a separate account; the first account is the sandbox's own. */
import type { Store } from '../store/store.ts'

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
  readonly pendingSince?: number
}

export const userKind = 'user'

/** @throws UniqueError when another user has the email address */
export function putUser(store: Store, user: User, passwordHash: string): void {
  const hidden = JSON.stringify({ password: passwordHash })
  store.put({ kind: userKind, id: user.account, unique: normalizeEmail(user.email), text: JSON.stringify(user), hidden })
}

export function findUser(store: Store, account: string): User | undefined {
  const text = store.get({ kind: userKind, id: account })?.text
  return text === undefined ? undefined : (JSON.parse(text) as User)
}

export function listUsers(store: Store): User[] {
  return JSON.parse(`[${store.list({ kind: userKind }).texts}]`) as User[]
}

/** Lists the users whose accounts have data. */
export function listActiveUsers(store: Store): User[] {
  return listUsers(store).filter(({ pendingSince }) => pendingSince === undefined)
}

export function findUserByEmail(store: Store, email: string): User | undefined {
  const text = store.find({ kind: userKind, unique: normalizeEmail(email) })?.text
  return text === undefined ? undefined : (JSON.parse(text) as User)
}

/** Derives the salt of a new password; it differs for each email address and each sandbox. */
export function derivePasswordSalt(email: string, { deriveSecret }: { readonly deriveSecret: (name: string) => string }): string {
  return deriveSecret(`salt:${normalizeEmail(email)}`).slice(0, 32)
}

export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}
