/** Snapshots that all replicas have: in Postgres, and in a folder of this process while one is asked for them. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeInFolder, type SnapshotStore } from '../../control/snapshots.ts'
import type { Store } from '../../store/store.ts'
import type { Connection } from './connection.ts'
import { split } from './shared-log.ts'

export interface SharedSnapshotStore extends SnapshotStore {
  /** Has here what is there. */
  readonly fetch: () => Promise<void>
  /** The statements that bring there what was changed here; undefined where nothing was. Once more, they change nothing. */
  readonly statements: () => ((query: Connection['query']) => Promise<void>) | undefined
  /** These have been done. */
  readonly noteSent: () => void
  /** What was changed here is fetched again. */
  readonly undo: () => void
  readonly close: () => void
}

export function createSharedSnapshotStore(store: Store, { query }: Connection): SharedSnapshotStore {
  let folder: string | undefined
  const folderOf = () => (folder ??= mkdtempSync(join(tmpdir(), 'spindrift-')))
  const snapshotStore = () => storeInFolder(store, folderOf())
  const fileOf = (name: string) => join(folderOf(), `${name}.db`)
  /** Those that are here, and which they are. */
  const known = new Map<string, string>()
  /** By name, what it is called there. */
  const changed = new Map<string, string>()
  return {
    write: (name) => {
      snapshotStore().write(name)
      changed.set(name, randomUUID())
    },
    find: (name) => snapshotStore().find(name),
    remove: (name) => {
      const wasThere = snapshotStore().remove(name)
      if (wasThere) changed.set(name, '')
      return wasThere
    },
    list: () => snapshotStore().list(),
    fetch: async () => {
      const rows = await query<{ readonly name: string; readonly id: string }>('SELECT DISTINCT name, id FROM spindrift.snapshots')
      const there = new Map(rows.map(({ name, id }) => [name, id]))
      for (const name of known.keys()) {
        if (there.get(name) === known.get(name)) continue
        rmSync(fileOf(name), { force: true })
        known.delete(name)
      }
      for (const [name, id] of there) {
        if (known.has(name)) continue
        writeFileSync(fileOf(name), await readSnapshot(name, query))
        known.set(name, id)
      }
    },
    statements: () => {
      if (changed.size === 0) return undefined
      return async (own) => {
        for (const [name, id] of changed) {
          await own('DELETE FROM spindrift.snapshots WHERE name = $1', [name])
          const parts = id === '' ? [] : split(readFileSync(fileOf(name)))
          for (const [n, part] of parts.entries()) await own('INSERT INTO spindrift.snapshots VALUES ($1, $2, $3, $4)', [name, id, n, part])
        }
      }
    },
    noteSent: () => {
      for (const [name, id] of changed) {
        if (id === '') known.delete(name)
        else known.set(name, id)
      }
      changed.clear()
    },
    undo: () => {
      for (const name of changed.keys()) known.set(name, '')
      changed.clear()
    },
    close: () => {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function readSnapshot(name: string, query: Connection['query']): Promise<Uint8Array> {
  const parts = await query<{ readonly bytes: Uint8Array }>('SELECT bytes FROM spindrift.snapshots WHERE name = $1 ORDER BY part', [name])
  return Buffer.concat(parts.map(({ bytes }) => bytes))
}
