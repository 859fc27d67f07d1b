import type { NamedSchema } from '../model/api-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'

/** The named schema that a `$ref` leads to; `undefined` for a schema written in place. */
export function findNamed(schema: SchemaObject | undefined, schemas: ReadonlyMap<string, NamedSchema>): NamedSchema | undefined {
  return schema?.$ref === undefined ? undefined : schemas.get(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1))
}

/** The schema itself, wherever it is written. */
export function followReference(schema: SchemaObject | undefined, schemas: ReadonlyMap<string, NamedSchema>): SchemaObject {
  return findNamed(schema, schemas)?.schema ?? schema ?? {}
}
