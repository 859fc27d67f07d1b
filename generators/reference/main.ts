#!/usr/bin/env node
/** `pnpm reference`: makes the pages of the reference site from the bundled specification. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { explainError } from '../kit/explain-error.ts'
import { buildModel } from '../model/build-model.ts'
import { loadBundles } from '../model/load-bundles.ts'
import { annotateDocument } from './annotate-document.ts'
import { compress, generateReference } from './generate.ts'
import { renderPage } from './render-page.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

await new Command('reference')
  .description(
    'Makes the pages of the reference site, one for each API and an index. Run `pnpm bundle` first, or `pnpm build` for all of it.',
  )
  .option('--bundles <folder>', 'where the bundles are', join(root, 'spec/dist'))
  .option('--root <folder>', 'the folder below which packages/reference/dist is written', root)
  .action(async (options: { bundles: string; root: string }) => {
    try {
      await makePages(options)
    } catch (error) {
      console.error(explainError(error, root).replace(/^generate:/, 'reference:'))
      process.exitCode = 1
    }
  })
  .parseAsync()

async function makePages(options: { readonly bundles: string; readonly root: string }): Promise<void> {
  const started = performance.now()
  const model = buildModel(loadBundles(options.bundles))
  const rendered = await Promise.all(model.apis.map(async (api) => [api.name, await renderPage(annotateDocument(api))] as const))
  const files = generateReference(model, Object.fromEntries(rendered))
  mkdirSync(join(options.root, 'packages/reference/dist'), { recursive: true })
  for (const { path, text } of files) {
    const place = join(options.root, path)
    if (existsSync(`${place}.gz`) && existsSync(place) && readFileSync(place, 'utf8') === text) {
      console.log(`${path}  unchanged`)
      continue
    }
    const compressed = compress(text)
    writeFileSync(place, text)
    writeFileSync(`${place}.gz`, compressed)
    console.log(`${path}  ${kibibytes(Buffer.byteLength(text))}, ${kibibytes(compressed.byteLength)} compressed`)
  }
  console.log(`${files.length} pages in ${Math.round(performance.now() - started)} ms`)
}

function kibibytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} KiB`
}
