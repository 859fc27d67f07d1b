/** The store over SQLite, in a file or in memory. */
import type { DatabaseSync } from 'node:sqlite'
import { deleteAccountRows } from './account-rows.ts'
import { clearTables, restoreSnapshot } from './snapshot.ts'
import { createFieldIndex, type IndexedField } from './indexed-fields.ts'
import { createInspection, type Inspection } from './inspection.ts'
import { Jobs } from './jobs.ts'
import { openDatabase } from './open-database.ts'
import { Rows } from './rows.ts'
import { cacheStatements } from './statements.ts'
import type { Durability, Store } from './store.ts'
import { createTransactions, type Transactions } from './transactions.ts'

interface StateOptions {
  readonly durability?: Durability | undefined
  /** Fields with an index. */
  readonly indexed?: readonly IndexedField[]
}

export interface State {
  readonly store: Store
  readonly inspection: Inspection
}

export interface StoreParts extends State {
  readonly runUncommitted: Transactions['runUncommitted']
  /** Clears the caches after another writer changed the tables. */
  readonly reload: () => void
}

export function openStore(file?: string, options?: StateOptions): Store {
  return openState(file, options).store
}

/** @throws StateFileError when the file cannot be used */
export function openState(file = ':memory:', { indexed = [], durability }: StateOptions = {}): State {
  return createStore(openDatabase(file, durability), indexed)
}

/** Creates a store over an open database. @param onBegin called when the transaction of a group begins */
export function createStore(database: DatabaseSync, indexed: readonly IndexedField[] = [], onBegin?: () => void): StoreParts {
  const prepare = cacheStatements(database)
  const rows = new Rows(prepare, indexed)
  const jobs = new Jobs(prepare)
  const listeners: (() => void)[] = []
  const reload = () => {
    rows.clearCache()
    jobs.reload()
    for (const listener of listeners) listener()
  }
  const { transaction, runUncommitted } = createTransactions(database, reload, onBegin)
  transaction(createFieldIndex(prepare, indexed))
  const counter = prepare('INSERT INTO counters VALUES (?, ?) ON CONFLICT DO UPDATE SET value = value + 1 RETURNING value')
  const store: Store = {
    get: (key) => rows.get(key),
    find: (query) => rows.find(query),
    put: (row) => transaction(() => rows.put(row)),
    delete: (key) => transaction(() => rows.delete(key)),
    list: (query) => rows.list(query),
    count: (query) => rows.count(query),
    nextCounter: (name, first = 1) => transaction(() => (counter.get(name, first) as { value: number }).value),
    schedule: (plan) => transaction(() => jobs.add(plan)),
    claimNextJob: (now) => transaction(() => jobs.claim(now)),
    nextJobTime: () => jobs.nextTime,
    transaction,
    snapshot: (file) => void prepare('VACUUM INTO ?').run(file),
    restore: (copy, after = () => {}) => {
      restoreSnapshot(database, copy, transaction, () => [reload, after].forEach((work) => work()))
      reload()
    },
    clear: (account) => {
      transaction(() => (account === undefined ? clearTables(database) : deleteAccountRows(prepare, account)))
      reload()
    },
    onInvalidate: (listener) => void listeners.push(listener),
    close: () => {
      if (database.isOpen) database.close()
    },
  }
  return { store, inspection: createInspection(database, prepare), runUncommitted, reload }
}
