/** Creates the context of each account on first use. */
import { findUser, type User } from '../auth/users.ts'
import { scopeStore } from '../store/scoped-store.ts'
import { watchStore } from '../store/watched-store.ts'
import { type ChangeRecorder, recordChanges } from '../requests/record-changes.ts'
import { createJournal } from '../usage/journal.ts'
import { type ActionOptions, createActions } from './actions.ts'
import { createEngine } from './engine.ts'
import type { Hooks } from './hooks.ts'
import type { Platform, Settings, AccountContext } from './account-context.ts'

export interface AccountContexts {
  /** @throws Error if the account does not exist */
  readonly get: (account: string) => AccountContext
  /** Drops the context of a deleted account. */
  readonly delete: (account: string) => void
  /** Drops all contexts after the state was replaced. */
  readonly clear: () => void
}

export interface ContextListeners extends Pick<ActionOptions, 'onChange' | 'shouldFail'> {
  /** Creates the initial objects of an account on first use. */
  readonly begin: (user: User) => void
  /** Records changes of objects; undefined without listeners. */
  readonly recorder: ChangeRecorder | undefined
}

export function createAccountContexts(
  platform: Platform,
  settings: Settings,
  { recorder, begin, ...watching }: ContextListeners,
  hooks: Hooks,
): AccountContexts {
  const contexts = new Map<string, AccountContext>()
  /** Accounts initialized here. A rollback makes them uninitialized again. */
  const initialized = new Set<string>()
  platform.store.onInvalidate(() => {
    for (const account of initialized) contexts.delete(account)
    initialized.clear()
  })
  const make = (account: string): AccountContext => {
    const found = findUser(platform.store, account)
    if (!found) throw new Error(`There is no account "${account}".`)
    const { pendingSince, ...owner } = found
    if (pendingSince !== undefined) {
      try {
        begin(found)
      } catch (error) {
        contexts.delete(account)
        throw error
      }
      initialized.add(account)
    }
    const { clock, ids } = platform
    const own = scopeStore(platform.store, account)
    const metered = watchStore(own, createJournal(own, clock))
    const store = recorder ? recordChanges(metered, account, recorder) : metered
    const engine = createEngine({ store, clock, ids, hooks, ctx: () => ctx, ...settings })
    const actions = createActions({ store, clock, engine, ...watching, ...settings })
    const ctx: AccountContext = { store, clock, ids, engine, actions, settings, owner, platform }
    return ctx
  }
  return {
    get: (account) => {
      let context = contexts.get(account)
      if (!context) contexts.set(account, (context = make(account)))
      return context
    },
    delete: (account) => void contexts.delete(account),
    clear: () => contexts.clear(),
  }
}
