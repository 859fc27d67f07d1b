/** Reads what `pnpm bundle` wrote: one JSON document per API, and where each part of it was written by hand. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BundledDocument, Source } from './api-model.ts'

export interface LoadedBundles {
  readonly documents: readonly { readonly api: string; readonly document: BundledDocument; readonly bytes: number }[]
  readonly sources: SourceIndex
}

/** For each API, the hand-written place of every operation (`GET /v2/volumes`) and of every component (`schemas/Volume`). */
export type SourceIndex = Readonly<Record<string, Readonly<Record<string, Source>>>>

export function loadBundles(folder: string): LoadedBundles {
  const sources = readJson<SourceIndex>(join(folder, 'sources.json'))
  const documents = Object.keys(sources).map((api) => {
    const text = readText(join(folder, `${api}.json`))
    return { api, document: JSON.parse(text) as BundledDocument, bytes: Buffer.byteLength(text) }
  })
  return { documents, sources }
}

function readJson<T>(path: string): T {
  return JSON.parse(readText(path)) as T
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`${path} is not there. Run: pnpm bundle`, { cause: error })
  }
}
