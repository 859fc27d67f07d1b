import { readManifest } from '../package-files/on-disk.ts'

/** Version of the package. */
export const { version } = readManifest()
