#!/usr/bin/env node
/** `pnpm reference`: writes the reference site from the bundled specification; a page that is as it was is not touched. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { explainError } from '../kit/explain-error.ts'
import { buildModel } from '../model/build-model.ts'
import { loadBundles } from '../model/load-bundles.ts'
import { readSources } from './sources/read-sources.ts'
import { folder, generateReference, listAssets } from './generate.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

new Command('reference')
  .description('Writes the pages of the reference site. Run `pnpm bundle` first, or `pnpm build` for all of it.')
  .option('--bundles <folder>', 'where the bundles are', join(root, 'spec/dist'))
  .option('--root <folder>', `the folder below which ${folder} is written`, root)
  .action((options: { bundles: string; root: string }) => {
    try {
      writeSite(options)
    } catch (error) {
      console.error(explainError(error, root).replace(/^generate:/, 'reference:'))
      process.exitCode = 1
    }
  })
  .parse()

function writeSite(options: { readonly bundles: string; readonly root: string }): void {
  const started = performance.now()
  const files = [...generateReference(buildModel(loadBundles(options.bundles)), readSources(root)), ...listAssets()]
  const wanted = new Set(files.map(({ path }) => path))
  const stale = listFiles(join(options.root, folder)).filter((path) => !wanted.has(`${folder}/${path}`))
  for (const path of stale) rmSync(join(options.root, folder, path))
  const changed = files.filter(({ path, text }) => !isSame(join(options.root, path), text))
  for (const { path, text } of changed) {
    mkdirSync(dirname(join(options.root, path)), { recursive: true })
    writeFileSync(join(options.root, path), text)
  }
  const pages = files.filter(({ path }) => path.endsWith('.html')).length
  console.log(
    `${pages} pages, ${changed.length} of ${files.length} files written, ${stale.length} removed, ${Math.round(performance.now() - started)} ms`,
  )
}

function listFiles(place: string): string[] {
  if (!existsSync(place)) return []
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(place.length + 1)
        .replaceAll('\\', '/'),
    )
}

function isSame(path: string, text: string): boolean {
  return existsSync(path) && readFileSync(path, 'utf8') === text
}
