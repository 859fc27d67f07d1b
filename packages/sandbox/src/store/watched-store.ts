/** A store that tells of every change of a row, in the same transaction, whoever makes it. */
import type { Key, Row, Store } from './store.ts'

export interface Watcher {
  readonly stored: (row: Row) => void
  /** What lived under it has gone with it. */
  readonly removed: (key: Key) => void
}

export function watchStore(store: Store, { stored, removed }: Watcher): Store {
  return {
    ...store,
    put: (row) => {
      store.put(row)
      stored(row)
    },
    delete: (key) => {
      const wasThere = store.delete(key)
      if (wasThere) removed(key)
      return wasThere
    },
  }
}
