/** Makes an account: its user, and what every family has there from the first day. */
import { families } from '../behaviors/families.ts'
import type { Platform } from '../engine/world.ts'
import { putUser, type User } from './users.ts'

/** @throws UniqueError when another user has the address */
export function beginAccount(platform: Platform, user: User, passwordHash: string): void {
  putUser(platform.store, user, passwordHash)
  const world = platform.worldOf(user.account)
  for (const family of families) family.seed?.(world)
}
