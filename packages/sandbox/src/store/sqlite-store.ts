/** The store over SQLite, in a file or in memory. */
import type { DatabaseSync } from 'node:sqlite'
import { addRows, deleteAccount, readAccount } from './account-rows.ts'
import { compareCopies } from './compare-copies.ts'
import { emptyTables, restoreFrom } from './copy.ts'
import { Dues } from './dues.ts'
import { createFieldIndex, type IndexedField } from './indexed-fields.ts'
import { createInspection } from './inspect.ts'
import { openDatabase } from './open-database.ts'
import { Rows } from './rows.ts'
import { keepStatements } from './statements.ts'
import type { Durability, Key, Plan, Row, Store } from './store.ts'
import { createTransactions, type Transactions } from './transactions.ts'

interface StoreOptions {
  readonly durability?: Durability | undefined
  /** What objects are found by without reading all of their kind. */
  readonly indexed?: readonly IndexedField[]
}

export function openStore(file = ':memory:', { indexed = [], durability }: StoreOptions = {}): Store {
  return createStore(openDatabase(file, durability), indexed).store
}

export interface StoreParts {
  readonly store: Store
  readonly hold: Transactions['hold']
  /** After tables may have changed without a word. */
  readonly reload: () => void
  /** After they were put in the place of others, which may have had other fields indexed. */
  readonly index: () => void
}

/** A store over a database that is open already. */
export function createStore(database: DatabaseSync, indexed: readonly IndexedField[] = [], onBegun?: () => void): StoreParts {
  const prepare = keepStatements(database)
  const rows = new Rows(prepare, indexed)
  const dues = new Dues(prepare)
  const undone: (() => void)[] = []
  const reload = () => {
    rows.clearCache()
    dues.reload()
    for (const each of undone) each()
  }
  const { transaction, group, hold } = createTransactions(database, reload, onBegun)
  const index = createFieldIndex(prepare, indexed)
  transaction(index)
  const within: Within = { prepare, transaction, reload }
  const store: Store = {
    transaction,
    group,
    text: (key) => rows.text(key),
    get: (key) => rows.get(key),
    byUnique: (kind, unique, parent) => rows.byUnique(kind, unique, parent),
    put: (row: Row) => transaction(() => rows.put(row)),
    delete: (key: Key) => transaction(() => rows.delete(key)),
    list: (question) => rows.list(question),
    hidden: (question) => rows.hidden(question),
    newest: (question) => rows.newest(question),
    ids: (question) => rows.ids(question),
    count: (question) => rows.count(question),
    ...keepValues(within),
    ...keepAccounts(within, () => rows.clearCache()),
    schedule: (plan: Plan) => transaction(() => dues.add(plan)),
    takeDue: (now) => transaction(() => dues.take(now)),
    nextDue: () => dues.next,
    whenUndone: (work) => void undone.push(work),
    clear: () => {
      transaction(() => emptyTables(database))
      reload()
    },
    save: (copy) => void prepare('VACUUM INTO ?').run(copy),
    compare: (earlier, later, of) => compareCopies(database, earlier, later, of),
    inspect: createInspection(prepare),
    restore: (copy, after = () => {}) => {
      restoreFrom(database, copy, transaction, () => [index, reload, after].forEach((work) => work()))
      reload()
    },
    close: () => {
      if (database.isOpen) database.close()
    },
  }
  return { store, hold, reload, index }
}

/** What parts of a store have of the whole. */
interface Within {
  readonly prepare: ReturnType<typeof keepStatements>
  readonly transaction: Transactions['transaction']
  readonly reload: () => void
}

/** Counters and settings. */
function keepValues({ prepare, transaction }: Within): Pick<Store, 'next' | 'setting' | 'set'> {
  const countUp = prepare('INSERT INTO counters VALUES (?, ?) ON CONFLICT DO UPDATE SET value = value + 1 RETURNING value')
  const set = prepare('INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
  const selectSetting = prepare('SELECT value FROM settings WHERE name = ?')
  return {
    next: (counter, first = 1) => transaction(() => (countUp.get(counter, first) as { value: number }).value),
    setting: (name) => (selectSetting.get(name) as { value: string } | undefined)?.value,
    set: (name, value) => transaction(() => void set.run(name, value)),
  }
}

/** Accounts as a whole. */
function keepAccounts(
  { prepare, transaction, reload }: Within,
  forget: () => void,
): Pick<Store, 'readAccount' | 'addAccount' | 'forgetAccount'> {
  return {
    readAccount: (account) => readAccount(prepare, account),
    addAccount: (account, copied) => {
      transaction(() => addRows(prepare, account, copied))
      forget()
    },
    forgetAccount: (account) => {
      transaction(() => deleteAccount(prepare, account))
      reload()
    },
  }
}
