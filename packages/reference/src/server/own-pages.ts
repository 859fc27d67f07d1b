/** Folder with the pages of this package. The path is the same from `src/server` and from `dist/server`. */
import { fileURLToPath } from 'node:url'

export const ownPages = fileURLToPath(new URL('../../dist/site/', import.meta.url))
