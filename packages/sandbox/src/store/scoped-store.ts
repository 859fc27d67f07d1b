/**
 * One account's view of the store. What is at the top for the account is, in the store itself, under the account's own path, so
 * accounts never meet: neither by id, nor by what must be unique, nor in a list. Counters are the platform's, so no id is given out twice.
 */
import type { Key, Question, Row, Store } from './store.ts'

/** @param account empty for the first, whose view is the store itself */
export function scopeStore(store: Store, account: string): Store {
  if (account === '') return store
  const path = `@${account}/`
  const down = <T extends { readonly parent?: string }>(value: T): T => ({ ...value, parent: `${path}${value.parent ?? ''}` })
  const up = (row: Row): Row => ({ ...row, parent: row.parent?.slice(path.length) ?? '' })
  return {
    ...store,
    text: (key: Key) => store.text(down(key)),
    get: (key: Key) => {
      const row = store.get(down(key))
      return row && up(row)
    },
    byUnique: (kind, unique, parent) => store.byUnique(kind, unique, `${path}${parent ?? ''}`),
    put: (row: Row) => store.put(down(row)),
    delete: (key: Key) => store.delete(down(key)),
    list: (question: Question) => store.list(down(question)),
    hidden: (question) => store.hidden(down(question)),
    newest: (question) => store.newest(down(question)),
    ids: (question) => store.ids(down(question)),
    count: (question) => store.count(down(question)),
    setting: (name) => store.setting(`${path}${name}`),
    set: (name, value) => store.set(`${path}${name}`, value),
    schedule: (due) => store.schedule({ ...due, account }),
  }
}
