/**
 * Accounts for one test each, made in a moment: what every account begins with is made once, as a copy without names of its own, and put
 * in again under new ones, when the account is first asked for. Until then it is a user and its tokens, so that any number of accounts can
 * wait. All that such an account has goes with it.
 */
import type { JobHandler } from '../clock/run-pending-jobs.ts'
import { toMoment } from '../store/moment.ts'
import type { Platform } from '../engine/account-context.ts'
import { withdrawConsent } from '../oauth/grants.ts'
import { type AccountCopy, addAccountRows } from '../store/account-rows.ts'
import { listApplications } from './applications.ts'
import { beginAccount } from './begin-account.ts'
import { findUser, noPassword, putUser, type User } from './users.ts'
import { ownerAccountId } from '../catalog/owner.ts'

export interface OwnAccount {
  readonly id: string
  readonly email: string
  readonly tokens: { readonly full: string; readonly read: string }
  readonly inference_key: string
}

export interface OwnAccounts {
  readonly make: () => OwnAccount
  /** Gives one that has waited what it has had since it was made. */
  readonly begin: (user: User) => void
  /** @returns whether there was one */
  readonly forget: (id: string) => boolean
}

interface Template {
  readonly user: User
  readonly copy: AccountCopy
  /** The ids that are the account's alone. */
  readonly ids: RegExp
}

/** When the template is made: no other stamp is like it. */
const then = Date.UTC(2001, 1, 3, 4, 5, 6)
const thenText = '2001-02-03T04:05:06'
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

interface OwnAccountParts {
  readonly platform: Platform
  readonly jobHandlers: ReadonlyMap<string, JobHandler>
  /** Forgets what is remembered of an account's world. */
  readonly dropWorld: (account: string) => void
}

export function createOwnAccounts({ platform, jobHandlers, dropWorld }: OwnAccountParts): OwnAccounts {
  let template: Template | undefined
  return {
    make: () => platform.store.transaction(() => createAccount(platform)),
    begin: (user) =>
      platform.store.transaction(() => {
        template ??= createTemplate(platform, dropWorld)
        beginAsMade(user, template, platform, jobHandlers)
      }),
    forget: (id) => {
      if (id === ownerAccountId || !findUser(platform.store, id)) return false
      platform.store.transaction(() => removeAccount(id, platform))
      dropWorld(id)
      return true
    },
  }
}

/** Two are begun, since what both have is no account's own; nothing of them stays. */
function createTemplate(platform: Platform, dropWorld: (account: string) => void): Template {
  const { clock, ids } = platform
  const read = () => {
    const user = createUser(platform)
    clock.at(then as ReturnType<typeof clock.now>, () => beginAccount(platform, user, noPassword))
    const copy = platform.inspection.readAccount(user.account)
    removeAccount(user.account, platform)
    dropWorld(user.account)
    return { user, copy }
  }
  const [{ user, copy }, other] = [read(), read()]
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

function createAccount(platform: Platform): OwnAccount {
  const { store, clock, ids, tokens } = platform
  const user = createUser(platform)
  putUser(store, { ...user, waitsSince: clock.now() }, noPassword)
  const made = { full: `dop_v1_${ids.hex(64)}`, read: `dop_v1_${ids.hex(64)}` }
  const key = `sk-do-${ids.hex(64)}`
  tokens.add(made.full, { kind: 'personal', account: user.account, canWrite: true })
  tokens.add(made.read, { kind: 'personal', account: user.account, canWrite: false })
  tokens.add(key, { kind: 'inference', account: user.account, canWrite: true })
  return { id: user.account, email: user.email, tokens: made, inference_key: key }
}

function beginAsMade(
  { waitsSince = 0, ...user }: User,
  { user: old, copy, ids: own }: Template,
  { store, clock, ids, contextFor }: Platform,
  jobHandlers: ReadonlyMap<string, JobHandler>,
): void {
  const madeAt = toMoment(waitsSince)
  const renamed = new Map([
    [old.uuid, user.uuid],
    [old.team.uuid, user.team.uuid],
  ])
  const nameOf = (id: string) => {
    const name = renamed.get(id) ?? ids.uuid()
    renamed.set(id, name)
    return name
  }
  const rows = copy.rows
    .replaceAll(own, nameOf)
    .replaceAll(new RegExp(`\\b${old.number}\\b`, 'g'), String(user.number))
    .replaceAll(thenText, new Date(madeAt).toISOString().slice(0, thenText.length))
  putUser(store, user, noPassword)
  addAccountRows(store, user.account, rows)
  for (const job of copy.jobs) {
    const { name, payload } = job
    const at = toMoment(madeAt + (job.at - then))
    // Whoever asks is to find what has fallen due since.
    if (at <= clock.now()) clock.at(at, () => jobHandlers.get(name)?.(JSON.parse(payload) as never, contextFor(user.account)))
    else store.schedule({ at, name, payload, account: user.account })
  }
}

function removeAccount(id: string, platform: Platform): void {
  const { store, tokens } = platform
  for (const { client_id: client } of listApplications(store)) withdrawConsent(id, client, platform)
  tokens.removeOf({ account: id })
  store.clear(id)
  store.delete({ kind: 'user', id })
}
