/** Source files of the entries in `exports` of @spindrift/client, without the pattern of the families. */
import { readFileSync } from 'node:fs'

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly default: string }>>
}

/** `@spindrift/client/oauth` → `src/oauth/index.ts` */
export function readEntries(): Record<string, string> {
  const { exports } = JSON.parse(readFileSync(new URL('../../../packages/client/package.json', import.meta.url), 'utf8')) as Manifest
  return Object.fromEntries(
    Object.entries(exports)
      .filter(([name]) => !name.includes('*'))
      .map(([name, { default: file }]) => [`@spindrift/client${name.slice(1)}`, file.replace('./dist/', 'src/').replace(/\.js$/, '.ts')]),
  )
}
