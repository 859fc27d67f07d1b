/** Copies of the whole state under names: to prepare once and to go back to before each test. Beside the state file, if there is one. */
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
  /** What differs between one and another, or what is there now. @throws Failure 404, 422 */
  readonly compare: (from: string, to: string | undefined, max: number) => Comparison
}

/** Where the copies are. */
export interface SnapshotStore {
  readonly write: (name: string) => void
  readonly find: (name: string) => Snapshot | undefined
  readonly remove: (name: string) => boolean
  readonly list: () => readonly string[]
}

/** @param place the folder where the copies are kept, or what keeps them; in memory without it */
export function createSnapshots({ store, inspection }: State, place?: string | SnapshotStore): Snapshots {
  const snapshotStore = place === undefined ? storeInMemory(store) : typeof place === 'string' ? storeInFolder(store, place) : place
  const missing = (name: string) => new Failure(404, `There is no snapshot "${name}".`)
  const find = (name: string) => {
    const copy = snapshotStore.find(name)
    if (!copy) throw missing(name)
    return copy
  }
  const use = <T>(name: string, work: () => T): T => {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof StateFileError)) throw error
      throw new Failure(422, `name: the snapshot "${name}" is damaged or of another version, and nothing was changed. Delete it.`)
    }
  }
  return {
    save: snapshotStore.write,
    restore: (name) => {
      const copy = find(name)
      use(name, () => store.restore(copy))
    },
    compare: (from, to, max) => {
      const copies = [find(from), to === undefined ? undefined : find(to)] as const
      return use(to === undefined ? from : `${from}" or "${to}`, () =>
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

const ending = '.db'

export function storeInFolder(store: Store, folder: string): SnapshotStore {
  const fileOf = (name: string) => join(folder, `${name}${ending}`)
  /** What was written here, as it was then: it need not be checked again unless somebody touched it. */
  const written = new Map<string, string>()
  const list = () =>
    existsSync(folder) ? readdirSync(folder).flatMap((file) => (file.endsWith(ending) ? [file.slice(0, -ending.length)] : [])) : []
  return {
    write: (name) => {
      try {
        // The folder itself is new in the one around it.
        if (mkdirSync(folder, { recursive: true }) !== undefined) syncFolder(dirname(folder))
        replaceFile(fileOf(name), store.snapshot)
        written.set(name, describeFile(fileOf(name)))
      } catch (error) {
        throw new Failure(500, `The snapshot cannot be written: ${(error as Error).message}`)
      }
    },
    find: (name) => {
      const file = fileOf(name)
      return existsSync(file) ? { file, isVerified: written.get(name) === describeFile(file) } : undefined
    },
    remove: (name) => {
      const isThere = existsSync(fileOf(name))
      rmSync(fileOf(name), { force: true })
      if (isThere) syncFolder(folder)
      return isThere
    },
    list: () => list().toSorted(),
  }
}

function describeFile(file: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true })
  return [ino, size, mtimeNs, ctimeNs].join(' ')
}
