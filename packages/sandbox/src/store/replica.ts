/**
 * A store that can be replicated: the changes of a group of transactions can be exported as bytes and applied to other replicas.
 * The bytes are SQLite change sets, so rows have the same numbers, and lists the same order, in all replicas.
 */
import { restoreSnapshot, tables } from './snapshot.ts'
import type { IndexedField } from './indexed-fields.ts'
import { openDatabase } from './open-database.ts'
import { createStore, type State } from './sqlite-store.ts'
import type { UncommittedTransaction } from './transactions.ts'

export interface Replica extends State {
  /** Values that all replicas share and that are not part of a snapshot, for example faults. */
  readonly shared: SharedValues
  readonly runUncommitted: <T>(work: () => T) => UncommittedChange<T>
  /** Runs `work`, which may copy or replace the whole state and so cannot be rolled back. @returns true if it changed the state */
  readonly detectChange: (work: () => void) => boolean
  /** @throws Error when the state differs from the one that the change was made to */
  readonly apply: (change: Uint8Array) => void
  /** Writes a copy into a new file. */
  readonly save: (file: string) => void
  readonly load: (file: string) => void
  /** Returns the size of a copy in bytes. */
  readonly getSizeBytes: () => number
}

export interface SharedValues {
  readonly get: (name: string) => string | undefined
  readonly set: (name: string, value: string) => void
}

export interface UncommittedChange<T> extends UncommittedTransaction<T> {
  /** Undefined if nothing changed. */
  readonly change: Uint8Array | undefined
}

/** The other tables are kept up to date by triggers in each replica. */
const replicatedTables: ReadonlySet<string> = new Set([...tables.filter((table) => table !== 'fields'), 'shared'])

/**
 * Memory limit in kibibytes. SQLite writes the rest to an unnamed file that is deleted when the process ends, and never waits for the
 * disk: the durable state is in Postgres.
 */
const maxCacheKib = 64 * 1024

export function openReplica(indexed: readonly IndexedField[] = [], max = maxCacheKib): Replica {
  const database = openDatabase('')
  database.exec(`PRAGMA journal_mode = MEMORY; PRAGMA cache_size = -${max}`)
  database.exec('CREATE TABLE shared (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID')
  let session: ReturnType<typeof database.createSession> | undefined
  const startSession = () => void (session ??= database.createSession())
  const endSession = (): Uint8Array | undefined => {
    const bytes = session?.changeset()
    session?.close()
    session = undefined
    return bytes && bytes.length > 0 ? bytes : undefined
  }
  const { store, inspection, runUncommitted, reload } = createStore(database, indexed, startSession)
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
      endSession()
      try {
        const transaction = runUncommitted(work)
        return { ...transaction, change: endSession() }
      } finally {
        endSession()
      }
    },
    detectChange: (work) => {
      endSession()
      startSession()
      try {
        work()
        return session?.changeset().length !== 0
      } finally {
        endSession()
      }
    },
    apply: (change) => {
      const isApplied = database.applyChangeset(change, { filter: (table) => replicatedTables.has(table) })
      reload()
      if (!isApplied) throw new Error('The change does not apply to the state of this replica.')
    },
    save: store.snapshot,
    load: (file) => {
      // The old state may be large, so its rollback journal is a file meanwhile.
      database.exec('PRAGMA journal_mode = DELETE')
      try {
        restoreSnapshot(database, { file }, store.transaction, reload, ['shared'])
      } finally {
        database.exec('PRAGMA journal_mode = MEMORY')
      }
    },
    getSizeBytes: () => (size.get() as { bytes: number }).bytes,
  }
}
