/** Who can sign in. Every user has an account of their own; the first one's is the sandbox's. */
import type { Store } from '../store/store.ts'
import { isPassword } from './passwords.ts'

export interface User {
  /** By which the account's state is kept apart; empty for the first. */
  readonly account: string
  /** As older clients know the user. */
  readonly number: number
  readonly uuid: string
  readonly email: string
  readonly name: string
  readonly team: { readonly uuid: string; readonly name: string }
}

const kind = 'user'

/** @throws UniqueError when another user has the address */
export function putUser(store: Store, user: User, passwordHash: string): void {
  const hidden = JSON.stringify({ password: passwordHash })
  store.put({ kind, id: user.account, unique: keyOf(user.email), text: JSON.stringify(user), hidden })
}

export function findUser(store: Store, account: string): User | undefined {
  const text = store.text({ kind, id: account })
  return text === undefined ? undefined : (JSON.parse(text) as User)
}

export function listUsers(store: Store): User[] {
  return JSON.parse(`[${store.list({ kind }).texts}]`) as User[]
}

export function findUserByEmail(store: Store, email: string): User | undefined {
  const text = store.byUnique(kind, keyOf(email))
  return text === undefined ? undefined : (JSON.parse(text) as User)
}

/** Undefined for a wrong password and for an address that nobody has, after the same time. */
export function recogniseUser(store: Store, email: string, password: string): User | undefined {
  const user = findUserByEmail(store, email)
  const hidden = user && store.get({ kind, id: user.account })?.hidden
  const hash = hidden === undefined ? nobody : (JSON.parse(hidden) as { readonly password: string }).password
  return isPassword(password, hash) ? user : undefined
}

function keyOf(email: string): string {
  return email.trim().toLowerCase()
}

/** The hash of no password that could be typed. */
const nobody = `scrypt$16384$00$${'0'.repeat(64)}`
