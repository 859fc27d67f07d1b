import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildModel } from '../model/build-model.ts'
import { loadTinyBundles } from '../kit/tiny-spec/load-tiny-spec.ts'
import { folder, generateReference, listAssets } from './generate.ts'
import { writeSiteTogether } from './write-site-together.ts'

const siteFolder = mkdtempSync(join(tmpdir(), 'spindrift-site-'))
const sitePaths = { bundles: siteFolder, root: siteFolder, target: siteFolder }
const loaded = loadTinyBundles()

beforeAll(() => {
  writeFileSync(join(siteFolder, 'sources.json'), JSON.stringify(loaded.sources))
  for (const { api, document } of loaded.documents) writeFileSync(join(siteFolder, `${api}.json`), JSON.stringify(document))
})

afterAll(() => rmSync(siteFolder, { recursive: true }))

it('writes with two threads what one writes, without duplicates', async () => {
  const files = [...generateReference(buildModel(loaded)), ...listAssets()]
  const pages = files.filter(({ path }) => path.endsWith('.html')).length
  expect(await writeSiteTogether(sitePaths)).toEqual({ pages, files: files.length, written: files.length, removed: 0 })
  for (const { path, text } of files) expect(readFileSync(join(siteFolder, path), 'utf8'), path).toBe(text)
  expect(await writeSiteTogether(sitePaths)).toEqual({ pages, files: files.length, written: 0, removed: 0 })
})

it('rewrites changed files and removes stale ones', async () => {
  writeFileSync(join(siteFolder, folder, 'index.html'), 'changed')
  writeFileSync(join(siteFolder, folder, 'stale.html'), 'stale')
  expect(await writeSiteTogether(sitePaths)).toMatchObject({ written: 1, removed: 1 })
})

it('renders the pages that show an edited description, and no others', async () => {
  const edited = structuredClone(loaded)
  const counts: number[] = []
  for (const { api, document } of edited.documents) {
    const components = Object.values(document.components ?? {}) as Readonly<Record<string, object>>[]
    for (const part of [...Object.values(document.paths), ...components.flatMap((named) => Object.values(named))]) {
      if (editDescriptions(part) === 0) continue
      writeFileSync(join(siteFolder, `${api}.json`), JSON.stringify(document))
      const { written } = await writeSiteTogether(sitePaths)
      counts.push(written)
      for (const { path, text } of generateReference(buildModel(edited)))
        expect(readFileSync(join(siteFolder, path), 'utf8'), path).toBe(text)
    }
  }
  expect(Math.min(...counts)).toBeLessThan(10)
})

it('names the command to run when there are no bundles', async () => {
  const nowhere = join(siteFolder, 'nowhere')
  await expect(writeSiteTogether({ ...sitePaths, bundles: nowhere })).rejects.toThrow('Run: pnpm bundle')
})

it('fails with the cause when a page cannot be generated', async () => {
  const [first] = loaded.documents
  const named = structuredClone(first?.document)
  const [path] = Object.values(named?.paths ?? {})
  Object.assign(path ?? {}, { get: 'no operation' })
  writeFileSync(join(siteFolder, `${first?.api}.json`), JSON.stringify(named))
  await expect(writeSiteTogether(sitePaths)).rejects.toThrow('is not an operationId')
})

/** Edits the descriptions in a part of a document. @returns how many */
function editDescriptions(part: object): number {
  return Object.entries(part).reduce((count, [key, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return count + editDescriptions(value)
    if (key !== 'description' || typeof value !== 'string') return count
    Object.assign(part, { description: `Edited. ${value}` })
    return count + 1
  }, 0)
}
