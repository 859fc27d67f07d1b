/**
 * Accounts for single tests, created in about a millisecond. The seed data of an account is created once, as a template, and copied with
 * new ids on the first request of the account. Until then the account is only a user and its tokens, so many accounts can be created in
 * advance. Removing an account removes all its data.
 */
import type { JobHandler } from '../clock/run-pending-jobs.ts'
import { toTimestamp } from '../store/timestamp.ts'
import type { Platform } from '../engine/account-context.ts'
import { revokeConsent } from '../oauth/grants.ts'
import { type AccountSnapshot, insertAccountRows } from '../store/account-rows.ts'
import { listApplications } from './applications.ts'
import { createAccount } from './create-account.ts'
import { unusablePasswordHash } from './authenticate-user.ts'
import { findUser, putUser, type User } from './users.ts'
import { ownerAccountId } from '../catalog/owner.ts'

export interface TestAccount {
  readonly id: string
  readonly email: string
  readonly tokens: { readonly full: string; readonly read: string }
  readonly inference_key: string
}

export interface TestAccounts {
  readonly create: () => TestAccount
  /** Adds the seed data to an account, as of the time it was created. */
  readonly activate: (user: User) => void
  /** @returns false if there is no such account */
  readonly remove: (id: string) => boolean
}

interface Template {
  readonly user: User
  readonly copy: AccountSnapshot
  /** Matches the ids that must differ in every account. */
  readonly ids: RegExp
}

/** Creation time of the template, which occurs nowhere else. */
const templateTime = Date.UTC(2001, 1, 3, 4, 5, 6)
const templateDateTime = '2001-02-03T04:05:06'
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

interface TestAccountsOptions {
  readonly platform: Platform
  readonly jobHandlers: ReadonlyMap<string, JobHandler>
  /** Drops the cached context of an account. */
  readonly dropContext: (account: string) => void
}

export function createTestAccounts({ platform, jobHandlers, dropContext }: TestAccountsOptions): TestAccounts {
  let template: Template | undefined
  return {
    create: () => platform.store.transaction(() => createTestAccount(platform)),
    activate: (user) =>
      platform.store.transaction(() => {
        template ??= createTemplate(platform, dropContext)
        activateAccount(user, template, platform, jobHandlers)
      }),
    remove: (id) => {
      if (id === ownerAccountId || !findUser(platform.store, id)) return false
      platform.store.transaction(() => removeAccount(id, platform))
      dropContext(id)
      return true
    },
  }
}

/** Creates two accounts and compares them: ids that both have are not specific to an account. Both are removed. */
function createTemplate(platform: Platform, dropContext: (account: string) => void): Template {
  const { clock, ids } = platform
  const createCopy = () => {
    const user = createUser(platform)
    clock.at(templateTime as ReturnType<typeof clock.now>, () => createAccount(platform, user, unusablePasswordHash))
    const copy = platform.inspection.readAccountRows(user.account)
    removeAccount(user.account, platform)
    dropContext(user.account)
    return { user, copy }
  }
  const [{ user, copy }, other] = [createCopy(), createCopy()]
  const shared = new Set(other.copy.rows.match(uuid))
  const own = new Set((copy.rows.match(uuid) ?? []).filter((id) => !shared.has(id)))
  return { user, copy, ids: new RegExp([...own, ids.uuid()].join('|'), 'g') }
}

function createUser({ store, ids }: Platform): User {
  const number = store.nextCounter('id:user', 1_204_818)
  const id = ids.uuid()
  return {
    account: id,
    number,
    uuid: id,
    email: `user-${number}@tests.example`,
    name: `User ${number}`,
    team: { uuid: ids.uuid(), name: `Team ${number}` },
  }
}

function createTestAccount(platform: Platform): TestAccount {
  const { store, clock, ids, tokens } = platform
  const user = createUser(platform)
  putUser(store, { ...user, pendingSince: clock.now() }, unusablePasswordHash)
  const secrets = { full: `dop_v1_${ids.hex(64)}`, read: `dop_v1_${ids.hex(64)}` }
  const key = `sk-do-${ids.hex(64)}`
  tokens.add(secrets.full, { kind: 'personal', account: user.account, canWrite: true })
  tokens.add(secrets.read, { kind: 'personal', account: user.account, canWrite: false })
  tokens.add(key, { kind: 'inference', account: user.account, canWrite: true })
  return { id: user.account, email: user.email, tokens: secrets, inference_key: key }
}

function activateAccount(
  { pendingSince = 0, ...user }: User,
  { user: old, copy, ids: own }: Template,
  { store, clock, ids, contextFor }: Platform,
  jobHandlers: ReadonlyMap<string, JobHandler>,
): void {
  const createdAt = toTimestamp(pendingSince)
  const newIds = new Map([
    [old.uuid, user.uuid],
    [old.team.uuid, user.team.uuid],
  ])
  const replaceId = (id: string) => {
    const newId = newIds.get(id) ?? ids.uuid()
    newIds.set(id, newId)
    return newId
  }
  const rows = copy.rows
    .replaceAll(own, replaceId)
    .replaceAll(new RegExp(`\\b${old.number}\\b`, 'g'), String(user.number))
    .replaceAll(templateDateTime, new Date(createdAt).toISOString().slice(0, templateDateTime.length))
  putUser(store, user, unusablePasswordHash)
  insertAccountRows(store, user.account, rows)
  for (const job of copy.jobs) {
    const { name, payload } = job
    const at = toTimestamp(createdAt + (job.at - templateTime))
    // Jobs that are already pending run now, so that the first request sees their results.
    if (at <= clock.now()) clock.at(at, () => jobHandlers.get(name)?.(JSON.parse(payload) as never, contextFor(user.account)))
    else store.schedule({ at, name, payload, account: user.account })
  }
}

function removeAccount(id: string, platform: Platform): void {
  const { store, tokens } = platform
  for (const { client_id: client } of listApplications(store)) revokeConsent(id, client, platform)
  tokens.removeMatching({ account: id })
  store.clear(id)
  store.delete({ kind: 'user', id })
}
