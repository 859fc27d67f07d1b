/** What a transaction does to objects, told by the store as it does it: nothing is compared afterwards. */
import { resourceRows } from '../generated/resources.ts'
import type { Key, Store } from '../store/store.ts'

/** One object before and after; JSON as it is stored, and undefined where it is not there. */
export interface RecordedChange extends Required<Key> {
  readonly account: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface ChangeRecorder {
  readonly record: (key: Key, account: string, before: string | undefined, after: string | undefined) => void
  /** All since it was last taken or discarded. */
  readonly flush: () => readonly RecordedChange[]
  readonly discard: () => void
}

const none: readonly RecordedChange[] = []

export function createChangeRecorder(): ChangeRecorder {
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
      return recorded
    },
    discard: () => {
      if (changes.size > 0) changes = new Map()
    },
  }
}

/** One account's store, with what it does to objects of the specification recorded. What lived under one that goes is told by that one. */
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
