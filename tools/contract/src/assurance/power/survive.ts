/**
 * What a disk holds after a loss of power: all that was synced, and of the rest nothing, its beginning, or sectors of it that nobody can
 * foretell. Names are a folder's: they are safe when the folder is synced, and come in order, as file systems with a journal have it.
 */
import { dirname } from 'node:path'
import type { Random } from '../create-random.ts'
import { type Change, DiskImage, splitSectors } from './disk-image.ts'
import type { FileEvent } from './read-trace.ts'

/** What becomes of what was written and not synced. */
export const fates = ['gone', 'beginning', 'any'] as const
export type Fate = (typeof fates)[number]

/** What is on the disk, by path. */
export interface Disk {
  readonly files: ReadonlyMap<string, { readonly bytes: Buffer; readonly inode: number }>
  readonly folders: ReadonlySet<string>
}

export interface Loss {
  readonly fate: Fate
  readonly random: Random
  /** A disk that says it has what it was given, and has not. For the test of this proof. */
  readonly liesAboutSyncs?: boolean | undefined
}

export interface Survived {
  readonly files: ReadonlyMap<string, Buffer>
  readonly folders: ReadonlySet<string>
}

interface Naming extends Change {
  /** Of the file that was created. */
  readonly image?: DiskImage
}

/** @param before all safe @param events those that had ended when the power went */
export function survive(before: Disk, events: readonly FileEvent[], { fate, random, liesAboutSyncs = false }: Loss): Survived {
  const images = new Map([...before.files.values()].map(({ bytes, inode }) => [inode, new DiskImage(Buffer.from(bytes))]))
  const names = new Map([...before.files].map(([path, { inode }]) => [path, images.get(inode) ?? new DiskImage(Buffer.alloc(0))]))
  const folders = new Set(before.folders)
  let waiting: Naming[] = []
  const begun = new Map<number, Change>()
  for (const [index, event] of events.entries()) {
    const { kind, file, at } = event
    const image = images.get(file)
    if (kind === 'M') throw new Error('The sandbox writes a file through memory, which this proof cannot see.')
    else if (kind === 'W' || kind === 'T') image?.waiting.push({ event, index })
    else if (kind === 'B') begun.set(at, { event, index })
    else if (kind === 'E') {
      const start = begun.get(at)
      if (!start || liesAboutSyncs) continue
      if (readPaths(start)[0].endsWith('/')) waiting = syncFolder(start, waiting, names, folders)
      else image?.sync(start.index)
    } else if (kind === 'C') {
      const made = new DiskImage(Buffer.alloc(0))
      images.set(file, made)
      waiting.push({ event, index, image: made })
    } else waiting.push({ event, index })
  }
  const last = fate === 'gone' ? 0 : random.within(0, events.length)
  for (const naming of waiting) if (naming.index < last) rename(naming, names, folders)
  const kept = [...names].filter(([path]) => folders.has(dirname(path)))
  for (const image of new Set(kept.map(([, each]) => each))) lose(image, last, { fate, random })
  return { files: new Map(kept.map(([path, { bytes }]) => [path, bytes])), folders }
}

/** @returns the names that are still not safe */
function syncFolder({ event, index }: Change, waiting: Naming[], names: Map<string, DiskImage>, folders: Set<string>): Naming[] {
  const folder = event.bytes.toString().slice(0, -1)
  const isOwn = (naming: Naming) => naming.index < index && dirname(readPaths(naming)[0]) === folder
  for (const naming of waiting.filter(isOwn)) rename(naming, names, folders)
  return waiting.filter((naming) => !isOwn(naming))
}

function rename(naming: Naming, names: Map<string, DiskImage>, folders: Set<string>): void {
  const [path, to] = readPaths(naming)
  const { kind } = naming.event
  const image = naming.image ?? names.get(path)
  if (kind === 'D') folders.add(path)
  else if (kind === 'C' && image) names.set(path, image)
  else {
    names.delete(path)
    if (kind === 'R' && image) names.set(to, image)
  }
}

function readPaths({ event }: Change): readonly [string, string] {
  const [path = '', to = ''] = event.bytes.toString().split('\n')
  return [path, to]
}

function lose(image: DiskImage, last: number, { fate, random }: Loss): void {
  if (fate === 'gone') return
  for (const change of image.waiting) {
    if (fate === 'beginning' || change.event.kind === 'T') {
      if (change.index < last) image.apply(change)
    } else for (const sector of splitSectors(change)) if (random.next() < 0.5) image.apply(sector)
  }
}
