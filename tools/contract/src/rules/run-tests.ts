/** Runs test files. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repoFolder } from '../load-specification.ts'
import type { Report } from './parse-results.ts'

/** @throws Error without a report */
export async function runTests(files: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Report> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'spindrift-rules-'))
  const file = join(folder.path, 'report.json')
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${file}`, ...files]
  // Standard output is for the figures.
  const child = spawn(process.execPath, args, {
    cwd: repoFolder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 2, 2],
  })
  await once(child, 'close')
  return readReport(file)
}

/** @throws Error when the file has no report */
export function readReport(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch (error) {
    throw new Error(`${file} has no report of vitest. Write one with: vitest run --reporter=json --outputFile=${file}`, { cause: error })
  }
}
