/**
 * A store in memory that is one of several that are alike: what a group of transactions changes can be taken as bytes and be done to
 * the others. The bytes are SQLite's own change sets, so rows have the same places everywhere, and lists the same order.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restoreFrom, tables } from './copy.ts'
import type { IndexedField } from './indexed-fields.ts'
import { openDatabase } from './open-database.ts'
import { createStore } from './sqlite-store.ts'
import type { Store } from './store.ts'
import type { Held } from './transactions.ts'

export interface Replica {
  readonly store: Store
  /** What all replicas have in common and no copy of the state brings back: faults, for example. */
  readonly shared: Registers
  readonly hold: <T>(work: () => T) => HeldChange<T>
  /** Does `work`, which may copy or replace the state as a whole and so cannot be undone. @returns whether it changed anything */
  readonly watch: (work: () => void) => boolean
  /** @throws Error when this one is not as the one was in which the change was made */
  readonly apply: (change: Uint8Array) => void
  readonly save: () => Uint8Array
  readonly load: (image: Uint8Array) => void
}

export interface Registers {
  readonly get: (name: string) => string | undefined
  readonly set: (name: string, value: string) => void
}

export interface HeldChange<T> extends Held<T> {
  /** Undefined where nothing was changed. */
  readonly change: Uint8Array | undefined
}

/** Others are kept by triggers, here as there. */
const sent: ReadonlySet<string> = new Set([...tables.filter((table) => table !== 'fields'), 'shared'])

export function openReplica(indexed: readonly IndexedField[] = []): Replica {
  const database = openDatabase(':memory:')
  database.exec('CREATE TABLE shared (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID')
  let session: ReturnType<typeof database.createSession> | undefined
  const begin = () => void (session ??= database.createSession())
  const end = (): Uint8Array | undefined => {
    const bytes = session?.changeset()
    session?.close()
    session = undefined
    return bytes && bytes.length > 0 ? bytes : undefined
  }
  const nothing = () => {}
  const hooks = { onBegun: begin, onCommit: nothing, onCommitted: nothing }
  const { store, hold, reload, index } = createStore({ database, ...hooks, close: () => database.close() }, indexed)
  const get = database.prepare('SELECT value FROM shared WHERE name = ?')
  const set = database.prepare('INSERT INTO shared VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
  const inFolder = <T>(work: (file: string) => T): T => {
    const folder = mkdtempSync(join(tmpdir(), 'spindrift-'))
    try {
      return work(join(folder, 'image.db'))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return {
    store,
    shared: {
      get: (name) => (get.get(name) as { value: string } | undefined)?.value,
      set: (name, value) => store.transaction(() => void set.run(name, value)),
    },
    hold: (work) => {
      end()
      try {
        const held = hold(work)
        return { ...held, change: end() }
      } finally {
        end()
      }
    },
    watch: (work) => {
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
      const isDone = database.applyChangeset(change, { filter: (table) => sent.has(table) })
      reload()
      if (!isDone) throw new Error('A change was made to another state than this one.')
    },
    save: () =>
      inFolder((file) => {
        store.save(file)
        return readFileSync(file)
      }),
    load: (image) =>
      inFolder((file) => {
        writeFileSync(file, image)
        restoreFrom(database, { file }, store.transaction, index, [...tables, 'shared'])
        reload()
      }),
  }
}
