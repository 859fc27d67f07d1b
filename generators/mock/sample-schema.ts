/** Builds a sample value from the examples inside a schema, for a body without examples. */
import type { SchemaObject, SchemaType } from '../model/json-schema.ts'
import type { ApiContext } from './api-context.ts'

/** Below this depth, only required properties are included, to limit recursive schemas. */
const fullDepth = 5

export function sampleSchema(context: ApiContext, node: SchemaObject, depth = 0): unknown {
  if (typeof node === 'boolean') return null
  const schema = context.resolve(node)
  const [example = schema.const ?? schema.default ?? schema.enum?.[0]] = schema.examples ?? []
  if (example !== undefined) return example
  if (schema.oneOf?.[0]) return sampleSchema(context, schema.oneOf[0], depth + 1)
  const type = mainType(schema)
  switch (type) {
    case 'object':
      return sampleObject(context, schema, depth)
    case 'array':
      return schema.items && depth < fullDepth ? [sampleSchema(context, schema.items, depth + 1)] : []
    case 'string':
      return 'text'
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return type satisfies never
  }
}

function sampleObject(context: ApiContext, schema: SchemaObject, depth: number): Record<string, unknown> {
  const inherited = (schema.allOf ?? []).map((part) => sampleSchema(context, part, depth))
  const own = Object.entries(schema.properties ?? {})
    .filter(([name]) => depth < fullDepth || schema.required?.includes(name))
    .map(([name, property]) => [name, sampleSchema(context, property, depth + 1)])
  // Assigning would drop a property named `__proto__`.
  return Object.fromEntries([...inherited.flatMap((part) => Object.entries(part ?? {})), ...own])
}

function mainType(schema: SchemaObject): SchemaType {
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]) as (SchemaType | undefined)[]
  return types.find((type) => type !== 'null') ?? types[0] ?? 'object'
}
