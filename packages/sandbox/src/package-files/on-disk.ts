/** Files of the package beside its code. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)

export function readManifest(): { readonly version: string } {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { readonly version: string }
}

/** @throws Error when there is none of this name */
export function loadValidators(name: string): unknown {
  return require(`../generated/validators/${name}.js`)
}

/**
 * What is read so seldom that it is no code: `controls`, the document of the sandbox's own controls, `pages`, where the reference has which
 * operation, and `world.schema`, what a world file can say.
 */
export function readData(name: 'controls' | 'pages' | 'world.schema'): object {
  return require(`../generated/${name}.json`) as object
}

/** @throws Error when it was not built */
export function findWorldFile(name: string): string {
  const file = fileURLToPath(new URL(`../../dist/worlds/${name}.db`, import.meta.url))
  if (!existsSync(file)) throw new Error(`${file} is missing. Build it with: pnpm build`)
  return file
}

/** A file of the console; undefined for a name that is none of theirs. */
export function readConsoleFile(name: string): Uint8Array | undefined {
  consoleFiles ??= new Set(readdirSync(consoleFolder, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/')))
  // Only what is in the list is read, so nothing in a name leads elsewhere.
  return consoleFiles.has(name) ? readFileSync(new URL(name, consoleFolder)) : undefined
}

/** As deep from here as from a chunk in `dist`. */
const consoleFolder = new URL('../../dist/console/', import.meta.url)
let consoleFiles: ReadonlySet<string> | undefined
