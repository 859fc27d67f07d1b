/**
 * One account's view of the store. Its rows have the account's path as the beginning of their parent, so accounts never meet: neither by
 * id, nor by a unique value, nor in a list. Counters are shared, so no id is given out twice.
 */
import type { Row, Store } from './store.ts'

/** The parent path of an account's rows; they sort from it to where its last character is the next one. */
export const pathOf = (account: string) => `@${account}/`
export const pathEndOf = (account: string) => `@${account}0`

export function scopeStore(store: Store, account: string): Store {
  const path = pathOf(account)
  const down = <T extends { readonly parent?: string }>(value: T): T => ({ ...value, parent: `${path}${value.parent ?? ''}` })
  const up = (row: Row | undefined) => row && { ...row, parent: row.parent?.slice(path.length) ?? '' }
  return {
    ...store,
    get: (key) => up(store.get(down(key))),
    find: (query) => up(store.find(down(query))),
    put: (row) => store.put(down(row)),
    delete: (key) => store.delete(down(key)),
    list: (query) => store.list(down(query)),
    count: (query) => store.count(down(query)),
    schedule: (plan) => store.schedule({ ...plan, account }),
  }
}
