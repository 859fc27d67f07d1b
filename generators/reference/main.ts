#!/usr/bin/env node
/** `pnpm reference`: writes the reference site from the bundled specification. Unchanged pages are not touched. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { explainError } from '../kit/explain-error.ts'
import { folder } from './generate.ts'
import { writeSiteTogether } from './write-site-together.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

await new Command('reference')
  .description('Writes the pages of the reference site. Run `pnpm bundle` first, or `pnpm build` for all of it.')
  .option('--bundles <folder>', 'folder of the bundled specification', join(root, 'spec/dist'))
  .option('--root <folder>', `root folder of the output ${folder}`, root)
  .action(async (options: { bundles: string; root: string }) => {
    try {
      const startTime = performance.now()
      const { pages, written, files, removed } = await writeSiteTogether({
        bundles: options.bundles,
        root,
        target: options.root,
      })
      const ms = Math.round(performance.now() - startTime)
      console.log(`${pages} pages, ${written} of ${files} files written, ${removed} removed, ${ms} ms`)
    } catch (error) {
      console.error(explainError(error, root).replace(/^generate:/, 'reference:'))
      process.exitCode = 1
    }
  })
  .parseAsync()
