/** Owners of managed droplets, for example node pools, which replace a droplet that was deleted. */
import type { AccountContext } from '../engine/account-context.ts'

export interface DropletOwner {
  /** Job handler that replaces the droplet. */
  readonly job: string
  readonly payload: unknown
}

/** Schedules the owner's job, which runs some seconds after the droplet was deleted. */
export function notifyOwner({ store, clock, settings }: AccountContext, { job, payload }: DropletOwner): void {
  store.schedule({ at: clock.now() + (settings.actionSeconds ?? 10) * 1000, name: job, payload: JSON.stringify(payload) })
}
