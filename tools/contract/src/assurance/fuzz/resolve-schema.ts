/** Resolves references and `allOf` of schemas, and lists their alternatives. */
import type { Api } from '../../../../../generators/model/api-model.ts'
import type { SchemaObject } from '../../../../../generators/model/json-schema.ts'

export type ResolveSchema = (schema: SchemaObject) => SchemaObject

export function createSchemaResolver(api: { readonly document: Pick<Api['document'], 'components'> }): ResolveSchema {
  const named = (api.document.components?.['schemas'] ?? {}) as Readonly<Record<string, SchemaObject>>
  const open = (schema: SchemaObject): SchemaObject => {
    const { $ref, allOf = [], ...own } = schema
    const target = $ref === undefined ? {} : open(named[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {})
    return [...allOf.map(open), own].reduce(mergeSchemas, target)
  }
  return open
}

function mergeSchemas(one: SchemaObject, other: SchemaObject): SchemaObject {
  return {
    ...one,
    ...other,
    ...((one.properties ?? other.properties) && { properties: { ...one.properties, ...other.properties } }),
    ...((one.required ?? other.required) && { required: [...new Set([...(one.required ?? []), ...(other.required ?? [])])] }),
  }
}

/** Returns each alternative as a schema without `oneOf`, or the schema itself. */
export function listBranches(schema: SchemaObject, resolve: ResolveSchema): SchemaObject[] {
  const { oneOf, discriminator, ...base } = schema
  void discriminator
  return oneOf ? oneOf.flatMap((branch) => listBranches(mergeSchemas(base, resolve(branch)), resolve)) : [schema]
}

export function listTypes({ type, properties, items }: SchemaObject): readonly string[] {
  if (type !== undefined) return [type].flat()
  return properties ? ['object'] : items ? ['array'] : []
}
