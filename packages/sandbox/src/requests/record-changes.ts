/** Records the changes of objects while the store writes them. */
import { resourceRows } from '../generated/resources.ts'
import type { Key, Store } from '../store/store.ts'

/** An object before and after a change, as stored JSON; undefined if it does not exist. */
export interface RecordedChange extends Required<Key> {
  readonly account: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface ChangeRecorder {
  readonly record: (key: Key, account: string, before: string | undefined, after: string | undefined) => void
  /** Returns and clears the recorded changes. */
  readonly flush: () => readonly RecordedChange[]
  readonly discard: () => void
}

const none: readonly RecordedChange[] = []

/** @param onFlush called with the changes that `flush` returns */
export function createChangeRecorder(onFlush?: (changes: readonly RecordedChange[]) => void): ChangeRecorder {
  let changes = new Map<string, RecordedChange>()
  return {
    record: ({ kind, id, parent = '' }, account, before, after) => {
      const path = `${account} ${parent}${kind}/${id}`
      const known = changes.get(path)
      changes.set(path, { kind, id, parent, account, before: known ? known.before : before, after })
    },
    flush: () => {
      if (changes.size === 0) return none
      const recorded = [...changes.values()].filter(({ before, after }) => before !== after)
      changes = new Map()
      onFlush?.(recorded)
      return recorded
    },
    discard: () => {
      if (changes.size > 0) changes = new Map()
    },
  }
}

/** Wraps the store of an account to record changes of objects in the specification. A deleted object stands for its children too. */
export function recordChanges(store: Store, account: string, recorder: ChangeRecorder): Store {
  const isObject = (kind: string) => Object.hasOwn(resourceRows, kind)
  return {
    ...store,
    put: (row) => {
      if (!isObject(row.kind)) return store.put(row)
      const before = row.isNew ? undefined : store.get(row)?.text
      store.put(row)
      recorder.record(row, account, before, row.text)
    },
    delete: (key) => {
      if (!isObject(key.kind)) return store.delete(key)
      const before = store.get(key)?.text
      const isDeleted = store.delete(key)
      if (isDeleted) recorder.record(key, account, before, undefined)
      return isDeleted
    },
  }
}
