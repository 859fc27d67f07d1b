/** Creates an account: its user and the seed data of every family. */
import type { Family } from '../families/family.ts'
import { families } from '../families/index.ts'
import type { Platform } from '../engine/account-context.ts'
import { putUser, type User } from './users.ts'

/** Families with seed data, in dependency order. */
export const seededFamilies: readonly (keyof typeof families)[] = [
  'regions',
  'sizes',
  'images',
  'account',
  'projects',
  'vpcs',
  'model-access-keys',
  'model-routers',
  'organizations',
  'billing',
  'apps',
  'evaluations',
]

/** @throws UniqueError when another user has the email address */
export function createAccount(platform: Platform, user: User, passwordHash: string): void {
  putUser(platform.store, user, passwordHash)
  const ctx = platform.contextFor(user.account)
  for (const name of seededFamilies) (families[name] as Family).seed?.(ctx)
}
