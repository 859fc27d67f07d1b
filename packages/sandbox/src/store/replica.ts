/**
 * A store that is one of several that are alike: what a group of transactions changes can be taken as bytes and be done to the others.
 * The bytes are SQLite's own change sets, so rows have the same places everywhere, and lists the same order.
 */
import { restoreSnapshot, tables } from './snapshot.ts'
import type { IndexedField } from './indexed-fields.ts'
import { openDatabase } from './open-database.ts'
import { createStore, type State } from './sqlite-store.ts'
import type { UncommittedTransaction } from './transactions.ts'

export interface Replica extends State {
  /** What all replicas have in common and no copy of the state brings back: faults, for example. */
  readonly shared: SharedValues
  readonly runUncommitted: <T>(work: () => T) => UncommittedChange<T>
  /** Does `work`, which may copy or replace the state as a whole and so cannot be undone. @returns whether it changed anything */
  readonly detectChange: (work: () => void) => boolean
  /** @throws Error when this one is not as the one was in which the change was made */
  readonly apply: (change: Uint8Array) => void
  /** Writes a copy into a file that is new. */
  readonly save: (file: string) => void
  readonly load: (file: string) => void
  /** How large such a copy is. */
  readonly getSizeBytes: () => number
}

export interface SharedValues {
  readonly get: (name: string) => string | undefined
  readonly set: (name: string, value: string) => void
}

export interface UncommittedChange<T> extends UncommittedTransaction<T> {
  /** Undefined where nothing was changed. */
  readonly change: Uint8Array | undefined
}

/** Others are kept by triggers, here as there. */
const replicatedTables: ReadonlySet<string> = new Set([...tables.filter((table) => table !== 'fields'), 'shared'])

/**
 * What is used is in memory, up to so many kibibytes; the rest is put aside by SQLite into a file without a name, which ends with the
 * process, however that ends. Nothing of it is waited for: the state is in Postgres.
 */
const maxCacheKib = 64 * 1024

export function openReplica(indexed: readonly IndexedField[] = [], max = maxCacheKib): Replica {
  const database = openDatabase('')
  database.exec(`PRAGMA journal_mode = MEMORY; PRAGMA cache_size = -${max}`)
  database.exec('CREATE TABLE shared (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID')
  let session: ReturnType<typeof database.createSession> | undefined
  const begin = () => void (session ??= database.createSession())
  const end = (): Uint8Array | undefined => {
    const bytes = session?.changeset()
    session?.close()
    session = undefined
    return bytes && bytes.length > 0 ? bytes : undefined
  }
  const { store, inspection, runUncommitted, reload, index } = createStore(database, indexed, begin)
  const get = database.prepare('SELECT value FROM shared WHERE name = ?')
  const size = database.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
  const set = database.prepare('INSERT INTO shared VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
  return {
    store,
    inspection,
    shared: {
      get: (name) => (get.get(name) as { value: string } | undefined)?.value,
      set: (name, value) => store.transaction(() => void set.run(name, value)),
    },
    runUncommitted: (work) => {
      end()
      try {
        const held = runUncommitted(work)
        return { ...held, change: end() }
      } finally {
        end()
      }
    },
    detectChange: (work) => {
      end()
      begin()
      try {
        work()
        return session?.changeset().length !== 0
      } finally {
        end()
      }
    },
    apply: (change) => {
      const isDone = database.applyChangeset(change, { filter: (table) => replicatedTables.has(table) })
      reload()
      if (!isDone) throw new Error('A change was made to another state than this one.')
    },
    save: store.snapshot,
    load: (file) => {
      // What was there before is kept beside until it is done, and may be much.
      database.exec('PRAGMA journal_mode = DELETE')
      try {
        restoreSnapshot(database, { file }, store.transaction, index, [...tables, 'shared'])
      } finally {
        database.exec('PRAGMA journal_mode = MEMORY')
      }
      reload()
    },
    getSizeBytes: () => (size.get() as { bytes: number }).bytes,
  }
}
