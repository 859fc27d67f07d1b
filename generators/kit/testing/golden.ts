/**
 * Goldens: what a generator makes of the tiny specification, as real files one can open. `UPDATE_GOLDEN=1 vitest run --root
 * generators` writes them again; what changed is then read in the diff.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { GeneratedFile } from '../generated-file.ts'

export function expectGolden(folder: URL, files: readonly GeneratedFile[]): void {
  const made = new Map(files.map((file) => [basename(file.path), file.text]))
  if (process.env['UPDATE_GOLDEN'] === '1') writeGolden(folder, made)
  for (const [name, text] of made) {
    expect(readIfThere(new URL(name, folder)), `${name} differs. If that is meant, run: UPDATE_GOLDEN=1 pnpm test:unit generators`).toBe(
      text,
    )
  }
  expect(listGolden(folder), 'goldens that no generator makes').toEqual([...made.keys()].toSorted())
}

export function listGolden(folder: URL): string[] {
  return readdirSync(fileURLToPath(folder)).toSorted()
}

function writeGolden(folder: URL, made: ReadonlyMap<string, string>): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of made) writeFileSync(new URL(name, folder), text)
}

function readIfThere(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
