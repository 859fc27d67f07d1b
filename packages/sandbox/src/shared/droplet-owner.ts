/** Some droplets are kept by something else, which replaces one that is deleted behind its back. */
import type { Value } from '../engine/values.ts'
import type { World } from '../engine/world.ts'

export interface DropletOwner {
  /** The due handler that looks after it. */
  readonly due: string
  readonly payload: Value
}

/** To be called before a droplet goes. Its owner notices a little later. */
export function tellOwner({ engine, store, clock, settings }: World, droplet: Value): void {
  const owner = engine.hidden({ kind: 'Droplet', id: String(droplet['id']) })['owner'] as DropletOwner | undefined
  if (!owner) return
  const at = clock.now() + (settings.actionSeconds ?? 10) * 1000
  store.schedule({ at, name: owner.due, payload: JSON.stringify(owner.payload) })
}
