import type { ApiModel } from './api-model.ts'

/** Which family's module each named schema is in. */
export function findHomes(model: ApiModel): ReadonlyMap<string, string> {
  return new Map(
    model.apis.flatMap((api) => api.families).flatMap((family) => family.schemas.map((schema) => [schema.name, family.name] as const)),
  )
}
