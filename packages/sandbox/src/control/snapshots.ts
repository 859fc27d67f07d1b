/** Named copies of the state, in memory or in a folder next to the state file. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure } from '../engine/failure.ts'
import { resourceRows } from '../generated/resources.ts'
import type { Comparison } from '../store/compare-snapshots.ts'
import { createMemorySnapshot, type MemorySnapshot } from '../store/snapshot.ts'
import { type Snapshot, StateFileError, type Store } from '../store/store.ts'
import { replaceFile, syncFolder } from '../store/replace-file.ts'
import type { State } from '../store/sqlite-store.ts'

export interface Snapshots {
  readonly save: (name: string) => void
  /** @throws Failure 404, 422 */
  readonly restore: (name: string) => void
  /** @throws Failure 404 */
  readonly remove: (name: string) => void
  readonly list: () => readonly string[]
  /** Compares two snapshots, or a snapshot with the current state. @throws Failure 404, 422 */
  readonly compare: (from: string, to: string | undefined, max: number) => Comparison
}

/** Storage of the copies. */
export interface SnapshotStore {
  readonly write: (name: string) => void
  readonly find: (name: string) => Snapshot | undefined
  readonly remove: (name: string) => boolean
  readonly list: () => readonly string[]
}

/** @param location folder or storage of the copies; default: memory */
export function createSnapshots({ store, inspection }: State, location?: string | SnapshotStore): Snapshots {
  const snapshotStore =
    location === undefined ? storeInMemory(store) : typeof location === 'string' ? storeInFolder(store, location) : location
  const missing = (name: string) => new Failure(404, `There is no snapshot "${name}".`)
  const find = (name: string) => {
    const copy = snapshotStore.find(name)
    if (!copy) throw missing(name)
    return copy
  }
  const explainDamage = <T>(name: string, task: () => T): T => {
    try {
      return task()
    } catch (error) {
      if (!(error instanceof StateFileError)) throw error
      throw new Failure(422, `name: the snapshot "${name}" is damaged or of another version; the state is unchanged. Delete the snapshot.`)
    }
  }
  return {
    save: snapshotStore.write,
    restore: (name) => {
      const copy = find(name)
      explainDamage(name, () => store.restore(copy))
    },
    compare: (from, to, max) => {
      const copies = [find(from), to === undefined ? undefined : find(to)] as const
      return explainDamage(to === undefined ? from : `${from}" or "${to}`, () =>
        inspection.compare(...copies, { kinds: Object.keys(resourceRows), maxDifferences: max }),
      )
    },
    remove: (name) => {
      if (!snapshotStore.remove(name)) throw missing(name)
    },
    list: () => snapshotStore.list(),
  }
}

function storeInMemory(store: Store): SnapshotStore {
  const copies = new Map<string, MemorySnapshot>()
  const remove = (name: string) => {
    copies.get(name)?.close()
    return copies.delete(name)
  }
  return {
    write: (name) => {
      const copy = createMemorySnapshot()
      store.snapshot(copy.file)
      remove(name)
      copies.set(name, copy)
    },
    find: (name) => copies.get(name),
    remove,
    list: () => [...copies.keys()].toSorted(),
  }
}

const extension = '.db'

export function storeInFolder(store: Store, folder: string): SnapshotStore {
  const fileOf = (name: string) => join(folder, `${name}${extension}`)
  /** Descriptions of files written by this process. An unchanged file is not checked again. */
  const hashes = new Map<string, string>()
  const list = () =>
    existsSync(folder) ? readdirSync(folder).flatMap((file) => (file.endsWith(extension) ? [file.slice(0, -extension.length)] : [])) : []
  return {
    write: (name) => {
      try {
        // A new folder must be synced in its parent.
        if (mkdirSync(folder, { recursive: true }) !== undefined) syncFolder(dirname(folder))
        replaceFile(fileOf(name), store.snapshot)
        hashes.set(name, describeFile(fileOf(name)))
      } catch (error) {
        throw new Failure(500, `The snapshot cannot be written: ${(error as Error).message}`)
      }
    },
    find: (name) => {
      const file = fileOf(name)
      return existsSync(file) ? { file, isVerified: hashes.get(name) === describeFile(file) } : undefined
    },
    remove: (name) => {
      const exists = existsSync(fileOf(name))
      rmSync(fileOf(name), { force: true })
      if (exists) syncFolder(folder)
      return exists
    },
    list: () => list().toSorted(),
  }
}

function describeFile(file: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true })
  return [ino, size, mtimeNs, ctimeNs].join(' ')
}
