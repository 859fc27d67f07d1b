/** Creates an account: its user, the catalogs and the seed data of every family. */
import type { Family } from '../families/family.ts'
import { families } from '../families/index.ts'
import type { Platform } from '../engine/account-context.ts'
import { createEngine } from '../engine/engine.ts'
import { createIds } from '../engine/ids.ts'
import { scopeStore } from '../store/scoped-store.ts'
import type { Row } from '../store/store.ts'
import { putUser, type User } from './users.ts'

/** Families with seed data, in dependency order. */
export const seededFamilies: readonly (keyof typeof families)[] = [
  'account',
  'projects',
  'vpcs',
  'model-access-keys',
  'organizations',
  'billing',
]

/** @throws UniqueError when another user has the email address */
export function createAccount(platform: Platform, user: User, passwordHash: string): void {
  putUser(platform.store, user, passwordHash)
  const { put } = scopeStore(platform.store, user.account)
  catalogRows ??= createCatalogRows(platform)
  for (const row of catalogRows) put(row)
  const ctx = platform.contextFor(user.account)
  for (const name of seededFamilies) (families[name] as Family).seed?.(ctx)
}

/** Rows of the catalogs, which are the same in every account. Creating them one by one would take most of the time of a start. */
let catalogRows: readonly Row[] | undefined

function createCatalogRows({ store, clock }: Platform): readonly Row[] {
  const rows: Row[] = []
  const recorder = { ...store, put: (row: Row) => void rows.push(row) }
  const engine = createEngine({ store: recorder, clock, ids: createIds(store, () => ''), actionSeconds: 0 })
  for (const { catalog } of Object.values<Family>(families)) catalog?.(engine)
  return rows
}
