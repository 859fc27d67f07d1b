/** Writes the part of an API's entry document that is an index of the others: its tags and paths. */
import type { SpecDocument } from './documents.ts'

const marker = '# Everything below is kept by `pnpm spec index`.'

/** The entry's hand-written head followed by a fresh index of `documents`. */
export function renderEntry(entry: string, documents: readonly SpecDocument[]): string {
  const at = entry.indexOf(marker)
  if (at < 0) throw new Error(`The entry has no line "${marker}". Put it after the hand-written head.`)
  const tags = documents.flatMap((document) => document.tags)
  const paths = documents
    .flatMap((document) => document.paths.map((path) => ({ path, file: document.file })))
    .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  for (const [position, { path, file }] of paths.entries()) {
    const earlier = paths[position - 1]
    if (earlier?.path === path) throw new Error(`${path} is in both ${earlier.file} and ${file}. Keep it in one of them.`)
  }
  const lines = [
    entry.slice(0, at) + marker,
    'tags:',
    ...tags.map((tag) => `  - { name: ${JSON.stringify(tag.name)}, description: ${JSON.stringify(tag.description)} }`),
    'paths:',
    ...paths.map(({ path, file }) => `  ${path}: { $ref: '${file}#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}' }`),
  ]
  return lines.join('\n') + '\n'
}
