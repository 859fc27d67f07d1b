/** Checks the passwords of users. */
import { ownerAccountId } from '../catalog/owner.ts'
import type { Platform } from '../engine/account-context.ts'
import { type DerivedKey, verifyPassword } from './passwords.ts'
import { findUserByEmail, type User, userKind } from './users.ts'

type PasswordSource = Pick<Platform, 'store' | 'ownerPasswordHash'>

/** Returns undefined for a wrong password or an unknown email address, in the same time unless the password is public. */
export function authenticateUser(platform: PasswordSource, email: string, password: string, derived?: DerivedKey): User | undefined {
  return verifyPassword(password, getPasswordHash(platform, email), derived) ? findUserByEmail(platform.store, email) : undefined
}

/** Returns the hash of the user's password, or an unusable hash for an unknown email address. */
export function getPasswordHash({ store, ownerPasswordHash }: PasswordSource, email: string): string {
  const user = findUserByEmail(store, email)
  if (user?.account === ownerAccountId) return ownerPasswordHash()
  const hidden = user && store.get({ kind: userKind, id: user.account })?.hidden
  return hidden === undefined ? unusablePasswordHash : (JSON.parse(hidden) as { readonly password: string }).password
}

/** A hash that no password matches. */
export const unusablePasswordHash = `scrypt$16384$00$${'0'.repeat(64)}`
