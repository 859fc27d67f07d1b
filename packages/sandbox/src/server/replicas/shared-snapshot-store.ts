/** Snapshots of all replicas: in Postgres, and in a temporary folder of this process while a request needs them. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeInFolder, type SnapshotStore } from '../../control/snapshots.ts'
import type { Store } from '../../store/store.ts'
import type { Connection } from './connection.ts'
import { maxPartBytes } from './images.ts'

export interface SharedSnapshotStore extends SnapshotStore {
  /** Downloads the snapshots of Postgres into the folder. */
  readonly download: () => Promise<void>
  /** Returns idempotent statements that upload the local changes; undefined if there are none. */
  readonly createUpload: () => ((query: Connection['query']) => Promise<void>) | undefined
  /** Marks the local changes as uploaded. */
  readonly markUploaded: () => void
  /** Makes the next download replace the local changes. */
  readonly discardChanges: () => void
  readonly close: () => void
}

export function createSharedSnapshotStore(store: Store, { query }: Connection): SharedSnapshotStore {
  let folder: string | undefined
  const getFolder = () => (folder ??= mkdtempSync(join(tmpdir(), 'spindrift-')))
  const files = () => storeInFolder(store, getFolder())
  const getPath = (name: string) => join(getFolder(), `${name}.db`)
  /** Ids in Postgres of the files in the folder, by name; the empty id differs from all. */
  const downloaded = new Map<string, string>()
  /** New ids of changed snapshots, by name; empty if the snapshot was deleted. */
  const changed = new Map<string, string>()
  return {
    write: (name) => {
      files().write(name)
      changed.set(name, randomUUID())
    },
    find: (name) => files().find(name),
    remove: (name) => {
      const existed = files().remove(name)
      if (existed) changed.set(name, '')
      return existed
    },
    list: () => files().list(),
    download: async () => {
      const rows = await query<{ readonly name: string; readonly id: string }>('SELECT DISTINCT name, id FROM spindrift.snapshots')
      const ids = new Map(rows.map(({ name, id }) => [name, id]))
      for (const [name, id] of downloaded) {
        if (ids.get(name) === id) continue
        rmSync(getPath(name), { force: true })
        downloaded.delete(name)
      }
      for (const [name, id] of ids) {
        if (downloaded.has(name)) continue
        writeFileSync(getPath(name), await readSnapshot(name, query))
        downloaded.set(name, id)
      }
    },
    createUpload: () => {
      if (changed.size === 0) return undefined
      return async (run) => {
        for (const [name, id] of changed) {
          await run('DELETE FROM spindrift.snapshots WHERE name = $1', [name])
          const parts = id === '' ? [] : splitBytes(readFileSync(getPath(name)))
          for (const [n, part] of parts.entries()) await run('INSERT INTO spindrift.snapshots VALUES ($1, $2, $3, $4)', [name, id, n, part])
        }
      }
    },
    markUploaded: () => {
      for (const [name, id] of changed) {
        if (id === '') downloaded.delete(name)
        else downloaded.set(name, id)
      }
      changed.clear()
    },
    discardChanges: () => {
      for (const name of changed.keys()) downloaded.set(name, '')
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

function splitBytes(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / maxPartBytes)
  return Array.from({ length: count }, (_, n) => bytes.subarray(n * maxPartBytes, (n + 1) * maxPartBytes))
}
