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

/** Returns every nth item, for slow tests. */
export const sample = <Item>(items: readonly Item[], n: number): readonly Item[] => items.filter((_item, index) => index % n === 0)

export function listEntries(model: ApiModel): OperationEntry[] {
  return model.apis.flatMap((api) => api.families.flatMap((family) => family.operations.map((operation) => ({ api, family, operation }))))
}
