/** Removes expired codes, tokens and sessions from the state. */
import { tokenKind } from '../auth/tokens.ts'
import type { Platform } from '../engine/account-context.ts'
import type { Key } from '../store/store.ts'

/** Schedules the removal of a record. @param after milliseconds from now */
export function scheduleExpiry(key: Key, after: number, { store, clock }: Platform): void {
  store.schedule({ at: clock.now() + after, name: 'oauth.forget', payload: JSON.stringify(key) })
}

/** Job handler that removes an expired record. */
export function removeExpired({ kind, id }: Key, { store, tokens }: Platform): void {
  if (kind === tokenKind) tokens.removeByHash(id)
  else store.delete({ kind, id })
}
