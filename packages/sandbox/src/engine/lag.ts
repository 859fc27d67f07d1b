/** Propagation delays measured on the platform, for tests of retries; `--lag real` adds them. */
import type { Settings, AccountContext } from './account-context.ts'

/** Seconds of the sandbox clock, independent of `--action-seconds`. */
const lags = {
  /** Time until a deleted droplet returns 404. */
  deletedDroplet: 8,
  /** Time until firewalls drop the id of a deleted droplet. */
  firewallMembership: 30,
  /** Time until a project counts as empty after its resources moved. */
  movedResources: 14,
  /** Time from the end of `power_off` until the droplet reads `off`. */
  poweredOff: 4,
} as const

export type Lag = keyof typeof lags

/** Returns 0 without lag. */
export function getLagSeconds({ lag }: Settings, name: Lag): number {
  return lag === 'real' ? lags[name] : 0
}

/** Runs a job handler after the lag, or at once without lag. */
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
