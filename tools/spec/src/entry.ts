/**
 * Entry documents for Redocly: the hand-written head of an API with references to the tags and paths of its documents.
 * `x-documents` lists every document that the conventions are filled in for.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readDocuments, specFolder, type Api, type SpecDocument } from './documents.ts'
import { reach } from './hash-documents.ts'

/** Selected documents of an API. */
export interface Chosen {
  readonly api: Api
  readonly documents: readonly SpecDocument[]
}

/** Writes a temporary entry file next to the documents for each of `chosen`, runs `use` and deletes the files. */
export async function withEntries<Result>(chosen: readonly Chosen[], use: (paths: readonly string[]) => Promise<Result>): Promise<Result> {
  const entries = chosen.map(({ api, documents }, index) => ({
    path: join(specFolder, api, `.${api}-${process.pid}-${index}.yaml`),
    text: renderEntry(api, documents),
  }))
  try {
    for (const { path, text } of entries) writeFileSync(path, text)
    return await use(entries.map(({ path }) => path))
  } finally {
    for (const { path } of entries) rmSync(path, { force: true })
  }
}

function renderEntry(api: Api, documents: readonly SpecDocument[]): string {
  const folder = join(specFolder, api)
  const head = readFileSync(join(folder, 'openapi.yaml'), 'utf8')
  // The conventions refer to shared documents, even if the documents themselves do not.
  const shared = readDocuments('shared').map(({ file }) => join(specFolder, 'shared', file))
  const read = reach([...shared, ...documents.map(({ file }) => join(folder, file))])
  const paths = documents
    .flatMap(({ file, content }) => Object.keys(content.paths ?? {}).map((path) => ({ path, file })))
    .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  for (const [position, { path, file }] of paths.entries()) {
    const earlier = paths[position - 1]
    if (earlier?.path === path) throw new Error(`${path} is in both ${earlier.file} and ${file}. Keep it in one of them.`)
  }
  const lines = [
    head.trimEnd(),
    'x-documents:',
    ...[...read].map((path) => relative(folder, path)).map((file) => `  ${file}: { $ref: ${file} }`),
    'tags:',
    ...documents.flatMap(({ file, content }) => (content.tags ?? []).map((_, index) => `  - { $ref: '${file}#/tags/${index}' }`)),
    'paths:',
    ...paths.map(({ path, file }) => `  ${path}: { $ref: '${file}#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}' }`),
  ]
  return lines.join('\n') + '\n'
}
