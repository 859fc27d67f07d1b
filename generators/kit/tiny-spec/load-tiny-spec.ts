/** Loads the tiny specification for tests: bundles with every feature that generators must handle. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { ApiModel, BundledDocument } from '../../model/api-model.ts'
import { buildModel } from '../../model/build-model.ts'
import type { LoadedBundles, SourceIndex } from '../../model/load-bundles.ts'

export function loadTinyModel(): ApiModel {
  return buildModel(loadTinyBundles())
}

/** Returns a new copy, which tests may change. @param folder other documents, with a `sources.yaml` that lists the APIs */
export function loadTinyBundles(folder = new URL('./', import.meta.url)): LoadedBundles {
  const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
  const sources = parse(read('sources.yaml')) as SourceIndex
  const documents = Object.keys(sources).map((api) => ({ api, document: parse(read(`${api}.yaml`)) as BundledDocument }))
  return { documents, sources }
}
