import { readManifest } from '../package-files/on-disk.ts'

/** Of the package that this file is part of. */
export const { version } = readManifest()
