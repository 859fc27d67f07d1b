/** Schedules jobs of an account. */
import type { AccountContext } from '../engine/account-context.ts'

/** Payload of a job for one object. */
export interface JobPayload {
  readonly id: string
}

/** Schedules a job after some seconds, or after `--action-seconds` if that is set. */
export function scheduleIn({ store, clock, settings }: AccountContext, seconds: number, name: string, payload: unknown): void {
  store.schedule({ at: clock.now() + (settings.actionSeconds ?? seconds) * 1000, name, payload: JSON.stringify(payload) })
}

/** Schedules a job after some seconds regardless of `--action-seconds`, for billing days and endlessly repeated jobs. */
export function scheduleAfter({ store, clock }: AccountContext, seconds: number, name: string, payload: unknown): void {
  store.schedule({ at: clock.now() + seconds * 1000, name, payload: JSON.stringify(payload) })
}

/**
 * Schedules a retry with exponential backoff: after a minute, then twice as long each time, up to an hour. Ignores `--action-seconds`,
 * because a job that fails without delay would repeat forever when the clock is advanced.
 */
export function scheduleRetry(ctx: AccountContext, attempt: number, name: string, payload: Readonly<Record<string, unknown>>): void {
  scheduleAfter(ctx, Math.min(60 * 2 ** attempt, 3600), name, { ...payload, attempt: attempt + 1 })
}
