/** Reads data files of the package. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)

export function readManifest(): { readonly version: string } {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { readonly version: string }
}

/** @throws Error for an unknown name */
export function loadValidators(name: string): unknown {
  return require(`../generated/validators/${name}.js`)
}

/**
 * Loads a rarely used data file: `controls` is the OpenAPI document of the control API, `pages` maps operations to reference pages, and
 * `world.schema` is the JSON Schema of world files.
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

/** Reads a file of the console; undefined for an unknown name. */
export function readConsoleFile(name: string): Uint8Array | undefined {
  consoleFiles ??= new Set(readdirSync(consoleFolder, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/')))
  // Only listed files are read, which prevents path traversal.
  return consoleFiles.has(name) ? readFileSync(new URL(name, consoleFolder)) : undefined
}

/** The relative path is the same from this file and from a chunk in `dist`. */
const consoleFolder = new URL('../../dist/console/', import.meta.url)
let consoleFiles: ReadonlySet<string> | undefined
