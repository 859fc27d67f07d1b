/**
 * Goldens: what a generator makes of the tiny specification, as real files one can open. What an update changed is read in
 * the diff of the next commit.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GeneratedFile } from '../generated-file.ts'

/** Stands in the name of a test, so that a failure prints it. */
export const mend = 'if a difference is meant, run: UPDATE_GOLDEN=1 node_modules/.bin/vitest run --root generators'

/** Text by file name: as it was made, and as it is in the folder, which `UPDATE_GOLDEN=1` brings to what was made. */
export interface Golden {
  readonly made: Readonly<Record<string, string>>
  readonly kept: Readonly<Record<string, string>>
}

export function readGolden(folder: URL, files: readonly GeneratedFile[]): Golden {
  const made = Object.fromEntries(files.map((file) => [basename(file.path), file.text]))
  if (process.env['UPDATE_GOLDEN'] === '1') writeGolden(folder, made)
  const kept = Object.fromEntries(listGolden(folder).map((path) => [basename(path), readFileSync(path, 'utf8')]))
  return { made, kept }
}

export function listGolden(folder: URL): string[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => fileURLToPath(new URL(name, folder)))
}

function writeGolden(folder: URL, made: Golden['made']): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(made)) writeFileSync(new URL(name, folder), text)
}
