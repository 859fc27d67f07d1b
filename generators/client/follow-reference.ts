import type { NamedSchema } from '../model/api-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'

/** Named schema of a `$ref`; `undefined` for an inline schema. */
export function findNamed(schema: SchemaObject | undefined, schemas: ReadonlyMap<string, NamedSchema>): NamedSchema | undefined {
  return schema?.$ref === undefined ? undefined : schemas.get(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1))
}

/** Resolves a `$ref`. */
export function followReference(schema: SchemaObject | undefined, schemas: ReadonlyMap<string, NamedSchema>): SchemaObject {
  return findNamed(schema, schemas)?.schema ?? schema ?? {}
}
