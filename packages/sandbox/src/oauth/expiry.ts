/** What can no longer be used does not fill the state. */
import { tokenKind } from '../auth/tokens.ts'
import type { Platform } from '../engine/account-context.ts'
import type { Key } from '../store/store.ts'

/** @param after milliseconds from now */
export function scheduleExpiry(key: Key, after: number, { store, clock }: Platform): void {
  store.schedule({ at: clock.now() + after, name: 'oauth.forget', payload: JSON.stringify(key) })
}

/** The job handler. */
export function removeExpired({ kind, id }: Key, { store, tokens }: Platform): void {
  if (kind === tokenKind) tokens.removeByHash(id)
  else store.delete({ kind, id })
}
