/** Some droplets are kept by something else, which replaces one that is deleted behind its back. */
import type { AccountContext } from '../engine/account-context.ts'

export interface DropletOwner {
  /** The job handler that looks after it. */
  readonly job: string
  readonly payload: unknown
}

/** Its owner notices a little later that a droplet is gone. */
export function notifyOwner({ store, clock, settings }: AccountContext, { job, payload }: DropletOwner): void {
  store.schedule({ at: clock.now() + (settings.actionSeconds ?? 10) * 1000, name: job, payload: JSON.stringify(payload) })
}
