#!/usr/bin/env node
/** `pnpm generate`: runs every generator over the bundles and writes, or checks, what they return. */
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { loadBundles } from '../model/load-bundles.ts'
import { explainError } from '../kit/explain-error.ts'
import { printSummary } from './print-summary.ts'
import { runGenerators } from './run-generators.ts'
import { applyFiles } from './write-files.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

new Command('generate')
  .description('Generates all files from the bundled specification. Run `pnpm bundle` first, or `pnpm build` for both.')
  .option('--check', 'write nothing; fail if a generated file is out of date')
  .option('--json', 'print the summary as one JSON line')
  .action((options: { check?: boolean; json?: boolean }) => {
    try {
      process.exitCode = generate(options)
    } catch (error) {
      console.error(explainError(error, root))
      process.exitCode = 1
    }
  })
  .parse()

function generate({ check = false, json = false }): number {
  const startTime = performance.now()
  const bundles = loadBundles(`${root}spec/dist`)
  const { model, files, rows, difference, modelMs } = runGenerators(root, bundles)
  if (check) {
    const stale = [...difference.written, ...difference.removed]
    for (const path of stale) console.error(`${path} is out of date`)
    if (stale.length > 0) console.error('Run: pnpm generate')
    else console.log(`generate --check: ${files.length} files are up to date`)
    return stale.length > 0 ? 1 : 0
  }
  applyFiles(root, files, difference)
  printSummary({ bundles, model, rows, difference, modelMs, totalMs: performance.now() - startTime }, json)
  return 0
}
