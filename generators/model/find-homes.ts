import type { ApiModel } from './api-model.ts'

/** Maps each named schema to the family whose module declares it. */
export function findHomes(model: ApiModel): ReadonlyMap<string, string> {
  return new Map(
    model.apis.flatMap((api) => api.families).flatMap((family) => family.schemas.map((schema) => [schema.name, family.name] as const)),
  )
}
