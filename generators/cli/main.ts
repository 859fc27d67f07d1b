#!/usr/bin/env node
/** `pnpm generate`: runs every generator over the bundles and writes, or checks, what they return. */
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { buildModel } from '../model/build-model.ts'
import { loadBundles } from '../model/load-bundles.ts'
import { explainError } from '../kit/explain-error.ts'
import { sortFiles } from '../kit/generated-file.ts'
import { memoizeOnDisk } from './memoize-on-disk.ts'
import { generators } from './registry.ts'
import { applyFiles, compareFiles } from './write-files.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

new Command('generate')
  .description('Generates all files from the bundled specification. Run `pnpm bundle` first, or `pnpm build` for both.')
  .option('--check', 'write nothing; fail if a generated file is out of date')
  .action((options: { check?: boolean }) => {
    try {
      process.exitCode = generate(options)
    } catch (error) {
      console.error(explainError(error, root))
      process.exitCode = 1
    }
  })
  .parse()

function generate({ check = false }): number {
  const startTime = performance.now()
  const model = buildModel(loadBundles(`${root}spec/dist`))
  const memoize = memoizeOnDisk(`${root}node_modules/.cache/spindrift/generated`, `${root}generators`)
  const files = sortFiles(generators.flatMap((generator) => generator.generate(model, memoize)))
  const folders = generators.flatMap((generator) => generator.folders)
  const difference = compareFiles(root, files, folders)
  if (check) {
    const stale = [...difference.written, ...difference.removed]
    for (const path of stale) console.error(`${path} is out of date`)
    if (stale.length > 0) console.error('Run: pnpm generate')
    else console.log(`generate --check: ${files.length} files are up to date`)
    return stale.length > 0 ? 1 : 0
  }
  applyFiles(root, files, difference)
  const seconds = (performance.now() - startTime) / 1000
  console.log(`${files.length} files, ${difference.written.length} written, ${difference.removed.length} removed (${seconds.toFixed(1)} s)`)
  return 0
}
