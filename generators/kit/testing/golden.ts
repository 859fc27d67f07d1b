/**
 * Goldens: what a generator makes of the tiny specification, as real files one can open. What an update changed is read in
 * the diff of the next commit.
 */
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { GeneratedFile } from '../generated-file.ts'

/** Stands in the name of a test, so that a failure prints it. */
export const updateHint = 'if a difference is meant, run: node_modules/.bin/vitest run --root generators -u'

/** Vitest's update writes files and removes none, so one that is no longer made is named. */
export async function expectGolden(folder: URL, files: readonly GeneratedFile[]): Promise<void> {
  const made = files.map(({ path }) => fileURLToPath(new URL(basename(path), folder)))
  for (const [at, { text }] of files.entries()) await expect(text).toMatchFileSnapshot(made[at] ?? '')
  const left = listGolden(folder).filter((path) => !made.includes(path))
  expect(left, 'are no longer made: remove them').toEqual([])
}

export function listGolden(folder: URL): string[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => fileURLToPath(new URL(name, folder)))
}
