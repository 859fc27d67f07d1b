/** The worlds that come with the package: states that were made beforehand, as copies to begin with. */
import { pathToFileURL } from 'node:url'
import { findWorldFile } from '../package-files/on-disk.ts'
import type { Snapshot } from '../store/store.ts'

/** `tidewater`: the bookshop of the specification's examples, with the ids that the examples use. */
export const worldNames = ['empty', 'tidewater'] as const

export function isWorldName(text: string): text is WorldName {
  return worldNames.some((name) => name === text)
}

export type WorldName = (typeof worldNames)[number]

/** @throws Error when it was not built */
export function findImage(name: Exclude<WorldName, 'empty'>): Snapshot {
  // As it is: no lock and no log beside it, so that it may be where nothing can be written.
  return { file: `${pathToFileURL(findWorldFile(name)).href}?immutable=1`, isVerified: true }
}
