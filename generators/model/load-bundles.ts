/** Loads the output of `pnpm bundle`: one JSON document per API, and the source location of each part. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BundledDocument, Source } from './api-model.ts'

export interface LoadedBundles {
  readonly documents: readonly { readonly api: string; readonly document: BundledDocument }[]
  readonly sources: SourceIndex
}

/** Source location of every operation (`GET /v2/volumes`) and component (`schemas/Volume`), by API. */
export type SourceIndex = Readonly<Record<string, Readonly<Record<string, Source>>>>

export function loadBundles(folder: string): LoadedBundles {
  const sources = readJson<SourceIndex>(join(folder, 'sources.json'))
  const documents = Object.keys(sources).map((api) => ({ api, document: readJson<BundledDocument>(join(folder, `${api}.json`)) }))
  return { documents, sources }
}

function readJson<T>(path: string): T {
  return JSON.parse(readText(path)) as T
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`${path} does not exist. Run: pnpm bundle`, { cause: error })
  }
}
