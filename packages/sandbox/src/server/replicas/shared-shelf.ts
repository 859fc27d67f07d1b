/** Snapshots that all replicas have: in Postgres, and in a folder of this process while one is asked for them. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepInFolder, type Shelf } from '../../control/snapshots.ts'
import type { Store } from '../../store/store.ts'
import type { Connection } from './connection.ts'
import { split } from './shared-log.ts'

export interface SharedShelf extends Shelf {
  /** Has here what is there. */
  readonly fetch: () => Promise<void>
  /** Has there what was changed here. */
  readonly send: () => Promise<void>
  /** What was changed here is fetched again. */
  readonly undo: () => void
  readonly close: () => void
}

export function createSharedShelf(store: Store, { query, transaction }: Connection): SharedShelf {
  let folder: string | undefined
  const folderOf = () => (folder ??= mkdtempSync(join(tmpdir(), 'spindrift-')))
  const shelf = () => keepInFolder(store, folderOf())
  const fileOf = (name: string) => join(folderOf(), `${name}.db`)
  /** Those that are here, and which they are. */
  const known = new Map<string, string>()
  const changed = new Set<string>()
  return {
    write: (name) => {
      shelf().write(name)
      changed.add(name)
    },
    find: (name) => shelf().find(name),
    remove: (name) => {
      const wasThere = shelf().remove(name)
      if (wasThere) changed.add(name)
      return wasThere
    },
    list: () => shelf().list(),
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
        const parts = await query<{ readonly bytes: Uint8Array }>('SELECT bytes FROM spindrift.snapshots WHERE name = $1 ORDER BY part', [
          name,
        ])
        writeFileSync(fileOf(name), Buffer.concat(parts.map(({ bytes }) => bytes)))
        known.set(name, id)
      }
    },
    send: async () => {
      for (const name of changed) {
        const id = randomUUID()
        const isThere = shelf().find(name) !== undefined
        await transaction(async (own) => {
          await own('DELETE FROM spindrift.snapshots WHERE name = $1', [name])
          const parts = isThere ? split(readFileSync(fileOf(name))) : []
          for (const [n, part] of parts.entries()) await own('INSERT INTO spindrift.snapshots VALUES ($1, $2, $3, $4)', [name, id, n, part])
        })
        if (isThere) known.set(name, id)
        else known.delete(name)
        changed.delete(name)
      }
    },
    undo: () => {
      for (const name of changed) known.set(name, '')
      changed.clear()
    },
    close: () => {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}
