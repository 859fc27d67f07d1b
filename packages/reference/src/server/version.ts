import { readFileSync } from 'node:fs'

/** Version of this package. The path is the same from `src/server` and from `dist/server`. */
export const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { readonly version: string }
