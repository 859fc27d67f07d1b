/** Copies of the whole state under names, kept in memory: to prepare once and to go back to before each test. */
import { Failure } from '../engine/failure.ts'
import type { Store } from '../store/store.ts'

export interface Snapshots {
  readonly save: (name: string) => void
  /** @throws Failure 404 */
  readonly restore: (name: string) => void
  readonly list: () => readonly string[]
}

export function createSnapshots(store: Store): Snapshots {
  const copies = new Map<string, Uint8Array>()
  return {
    save: (name) => void copies.set(name, store.save()),
    restore: (name) => {
      const copy = copies.get(name)
      if (!copy) throw new Failure(404, `There is no snapshot "${name}".`)
      store.restore(copy)
    },
    list: () => [...copies.keys()],
  }
}
