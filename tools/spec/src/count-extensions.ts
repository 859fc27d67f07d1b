/** Counts the uses of each extension in the documents. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extensionPlaces } from '../../../spec/lint/extensions.ts'
import { apis, pathOf, readDocuments, specFolder } from './documents.ts'

/** Returns one line for each extension, and the number of extensions. */
export function countExtensions(): string {
  const entries = apis.map((api) => join(specFolder, api, 'openapi.yaml'))
  const paths = [...entries, ...(['shared', ...apis] as const).flatMap(readDocuments).map(pathOf)]
  const text = paths.map((path) => readFileSync(path, 'utf8')).join('\n')
  const names = Object.keys(extensionPlaces).toSorted()
  const rows = names.map((name) => `${String(text.split(`${name}:`).length - 1).padStart(5)}  ${name}\n`)
  return `${rows.join('')}${names.length} extensions\n`
}
