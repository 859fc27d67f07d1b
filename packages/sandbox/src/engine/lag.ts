/** What is done and cannot be seen everywhere yet: with `--lag real` the delays that the platform was seen to have, for people who test their retries. */
import type { Settings, AccountContext } from './account-context.ts'

/** In seconds of the sandbox's clock, however long actions take. */
const lags = {
  /** Until a deleted droplet can no longer be read. */
  deletedDroplet: 8,
  /** Until the firewalls that name a deleted droplet let go of its id. */
  firewallMembership: 30,
  /** Until a project that resources were moved out of counts as empty. */
  movedResources: 14,
  /** Until a droplet whose `power_off` has completed reads `off`. */
  poweredOff: 4,
} as const

export type Lag = keyof typeof lags

/** 0 without lag. */
export function getLagSeconds({ lag }: Settings, name: Lag): number {
  return lag === 'real' ? lags[name] : 0
}

/** Runs a job handler when the lag is over, and at once without one. */
export function runAfterLag<Payload>(
  ctx: AccountContext,
  lag: Lag,
  name: string,
  handler: (payload: Payload, ctx: AccountContext) => void,
  payload: Payload,
): void {
  const seconds = getLagSeconds(ctx.settings, lag)
  if (seconds === 0) handler(payload, ctx)
  else ctx.store.schedule({ at: ctx.clock.now() + seconds * 1000, name, payload: JSON.stringify(payload) })
}
