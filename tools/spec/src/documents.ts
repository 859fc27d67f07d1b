/** Finds and reads the hand-written documents of one API. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseDocument } from 'yaml'

export const apis = ['control', 'oauth', 'inference', 'tools'] as const
export type Api = (typeof apis)[number]

export const specFolder = fileURLToPath(new URL('../../../spec/', import.meta.url))
export const repoFolder = fileURLToPath(new URL('../../../', import.meta.url))

export interface SpecDocument {
  /** File name inside the API's folder, for example `volumes.yaml`. */
  readonly file: string
  readonly paths: readonly string[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
}

/** Every resource document of an API, by name; the entry itself is not one of them. */
export function readDocuments(api: Api): SpecDocument[] {
  const folder = join(specFolder, api)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml') && name !== 'openapi.yaml' && !name.startsWith('.'))
    .toSorted()
    .map((name) => readDocument(join(folder, name)))
}

function readDocument(path: string): SpecDocument {
  const document = parseDocument(readFileSync(path, 'utf8'))
  const [error] = document.errors
  if (error) {
    const line = error.linePos?.[0].line ?? 1
    throw new Error(`${path}:${line}: ${error.message.split('\n')[0]} Mend the YAML there.`, { cause: error })
  }
  const content = document.toJS({ maxAliasCount: -1 }) as {
    paths?: Record<string, unknown>
    tags?: { name: string; description: string }[]
  }
  return { file: basename(path), paths: Object.keys(content.paths ?? {}), tags: content.tags ?? [] }
}
