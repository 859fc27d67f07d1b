/** Runs the tests that name rules, and nothing else of their projects. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repoFolder } from '../load-specification.ts'
import type { Report } from './read-results.ts'

/** @throws Error when the runner ended without a report */
export async function runTests(files: readonly string[]): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-rules-'))
  const file = join(folder, 'report.json')
  try {
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${file}`, ...files]
    // Its own lines go to where ours do that are no figures.
    const child = spawn(process.execPath, args, { cwd: repoFolder, stdio: ['ignore', 2, 2] })
    await once(child, 'close')
    return readReport(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @throws Error when there is no report in the file */
export function readReport(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch (error) {
    throw new Error(`${file} has no report of vitest. Write one with: vitest run --reporter=json --outputFile=${file}`, { cause: error })
  }
}
