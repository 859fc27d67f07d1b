/** Built-in worlds of the package: prebuilt state files. */
import { pathToFileURL } from 'node:url'
import { findWorldFile } from '../package-files/on-disk.ts'
import type { Snapshot } from '../store/store.ts'

/** `tidewater` is the bookshop of the specification's examples, with the ids of the examples. */
export const worldNames = ['empty', 'tidewater'] as const

export function isWorldName(text: string): text is WorldName {
  return worldNames.some((name) => name === text)
}

export type WorldName = (typeof worldNames)[number]

/** @throws Error when it was not built */
export function findImage(name: Exclude<WorldName, 'empty'>): Snapshot {
  // Immutable: without a lock and a log, so that the file can be in a read-only folder.
  return { file: `${pathToFileURL(findWorldFile(name)).href}?immutable=1`, isVerified: true }
}
