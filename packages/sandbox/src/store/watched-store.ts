/** A store that notifies a listener of every change of a row, in the same transaction. */
import type { Key, Row, Store } from './store.ts'

export interface RowListener {
  readonly onPut: (row: Row) => void
  /** Called once for a deleted row; the rows below it are deleted too. */
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
      const isDeleted = store.delete(key)
      if (isDeleted) onDelete(key)
      return isDeleted
    },
  }
}
