/** Loads the specification as a model and a list of its operations. */
import { fileURLToPath } from 'node:url'
import type { Api, ApiModel, Family, Operation } from '../../../generators/model/api-model.ts'
import { buildModel } from '../../../generators/model/build-model.ts'
import { loadBundles } from '../../../generators/model/load-bundles.ts'

/** An operation with its API and family. */
export interface OperationEntry {
  readonly api: Api
  readonly family: Family
  readonly operation: Operation
}

export interface Specification {
  readonly model: ApiModel
  readonly entries: readonly OperationEntry[]
}

export const repoFolder = fileURLToPath(new URL('../../../', import.meta.url))

let loaded: Specification | undefined

/** Loads the bundles once for each process. Do not change the result. */
export function loadSpecification(): Specification {
  if (!loaded) {
    const model = buildModel(loadBundles(`${repoFolder}spec/dist`))
    loaded = { model, entries: listEntries(model) }
  }
  return loaded
}

/** Returns every nth operation of each family, and at least the first, for slow tests. */
export function sampleEntries(entries: readonly OperationEntry[], n: number): OperationEntry[] {
  const seen = new Map<Family, number>()
  return entries.filter(({ family }) => {
    const index = seen.get(family) ?? 0
    seen.set(family, index + 1)
    return index % n === 0
  })
}

export function listEntries(model: ApiModel): OperationEntry[] {
  return model.apis.flatMap((api) => api.families.flatMap((family) => family.operations.map((operation) => ({ api, family, operation }))))
}
