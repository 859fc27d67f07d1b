/** Golden files: the output of each generator for the tiny specification. */
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { GeneratedFile } from '../generated-file.ts'

/** Part of the test title, so that a failure prints it. */
export const updateHint = 'to update, run: node_modules/.bin/vitest run --root generators -u'

/** Reports stale golden files too, as Vitest's update does not remove them. */
export async function expectGolden(folder: URL, files: readonly GeneratedFile[]): Promise<void> {
  const paths = files.map(({ path }) => fileURLToPath(new URL(basename(path), folder)))
  for (const [at, { text }] of files.entries()) await expect(text).toMatchFileSnapshot(paths[at] ?? '')
  const stale = listGolden(folder).filter((path) => !paths.includes(path))
  expect(stale, 'stale golden files: remove them').toEqual([])
}

export function listGolden(folder: URL): string[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => fileURLToPath(new URL(name, folder)))
}
