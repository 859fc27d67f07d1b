/** Reads the hand-written documents of one API. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { load, YAMLException } from 'js-yaml'
import type { DocumentContent } from '../../../spec/lint/specification-types.ts'

export const apis = ['control', 'oauth', 'inference', 'tools'] as const
export type Api = (typeof apis)[number]

export const specFolder = fileURLToPath(new URL('../../../spec/', import.meta.url))
export const repoFolder = fileURLToPath(new URL('../../../', import.meta.url))

export interface DocumentName {
  readonly folder: Api | 'shared'
  /** File name inside the folder, for example `volumes.yaml`. */
  readonly file: string
}

export interface SpecDocument extends DocumentName {
  readonly content: DocumentContent
}

/** Lists the documents of an API, or the shared documents, sorted by name and without the entry. */
export function listDocuments(folder: Api | 'shared'): DocumentName[] {
  const files = readdirSync(join(specFolder, folder)).filter((name) => name.endsWith('.yaml') && name !== 'openapi.yaml')
  return files.toSorted().map((file) => ({ folder, file }))
}

export function readDocuments(folder: Api | 'shared'): SpecDocument[] {
  return listDocuments(folder).map((name) => ({ ...name, content: parse(pathOf(name)) }))
}

export function pathOf({ folder, file }: DocumentName): string {
  return join(specFolder, folder, file)
}

function parse(path: string): DocumentContent {
  try {
    return (load(readFileSync(path, 'utf8')) ?? {}) as DocumentContent
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    throw new Error(
      `${relative(repoFolder, path)}:${(error.mark?.line ?? 0) + 1}:${(error.mark?.column ?? 0) + 1}: ${error.reason}. Fix the YAML at this place.`,
      { cause: error },
    )
  }
}
