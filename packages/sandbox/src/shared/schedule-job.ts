/** What happens later. */
import type { AccountContext } from '../engine/account-context.ts'

/** What falls due for one object says which. */
export interface JobPayload {
  readonly id: string
}

/** Has a job handler run after so many seconds, or after as many as every action takes where that was set for all. */
export function scheduleIn({ store, clock, settings }: AccountContext, seconds: number, name: string, payload: unknown): void {
  store.schedule({ at: clock.now() + (settings.actionSeconds ?? seconds) * 1000, name, payload: JSON.stringify(payload) })
}

/** After exactly so many seconds, however fast actions are set to be: for days that pass, and for what repeats itself without end. */
export function scheduleAfter({ store, clock }: AccountContext, seconds: number, name: string, payload: unknown): void {
  store.schedule({ at: clock.now() + seconds * 1000, name, payload: JSON.stringify(payload) })
}

/**
 * Tries again what did not work: after a minute, and each time after twice as long, up to an hour. Not as fast as actions are set to be,
 * because what takes no time and fails for ever would never end; and seldom, so that a year can pass quickly.
 */
export function scheduleRetry(ctx: AccountContext, attempt: number, name: string, payload: Readonly<Record<string, unknown>>): void {
  scheduleAfter(ctx, Math.min(60 * 2 ** attempt, 3600), name, { ...payload, attempt: attempt + 1 })
}
