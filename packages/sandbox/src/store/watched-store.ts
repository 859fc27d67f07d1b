/** A store that tells of every change of a row, in the same transaction, whoever makes it. */
import type { Key, Row, Store } from './store.ts'

export interface RowListener {
  readonly onPut: (row: Row) => void
  /** What lived under it has gone with it. */
  readonly onDelete: (key: Key) => void
}

export function watchStore(store: Store, { onPut, onDelete }: RowListener): Store {
  return {
    ...store,
    put: (row) => {
      store.put(row)
      onPut(row)
    },
    delete: (key) => {
      const wasThere = store.delete(key)
      if (wasThere) onDelete(key)
      return wasThere
    },
  }
}
