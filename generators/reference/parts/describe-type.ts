/** Describes a type in words: `array of strings`, `integer or null`, or the name of an object schema. */
import type { SchemaObject } from '../../model/json-schema.ts'
import type { Schemas } from '../../model/schemas.ts'

export function describeType(schema: SchemaObject, schemas: Schemas): string {
  const resolvedSchema = schemas.open(schema)
  if (resolvedSchema.items) return `array of ${plural(describeType(resolvedSchema.items, schemas))}`
  if (resolvedSchema.oneOf) return [...new Set(resolvedSchema.oneOf.map((branch) => describeType(branch, schemas)))].join(' or ')
  if (resolvedSchema.const !== undefined) return JSON.stringify(resolvedSchema.const)
  const name = schemas.nameOf(schema)
  const types = [resolvedSchema.type ?? (resolvedSchema.properties || resolvedSchema.allOf ? 'object' : 'any value')].flat()
  return types.map((type) => (type === 'object' && name !== undefined ? name : withFormat(type, resolvedSchema))).join(' or ')
}

function withFormat(type: string, { format, contentEncoding }: SchemaObject): string {
  if (type !== 'string' && type !== 'number' && type !== 'integer') return type
  const detail = format ?? contentEncoding
  return detail === undefined ? type : `${type} (${detail})`
}

function plural(type: string): string {
  return /^(string|integer|number|boolean|object|array)\b/.test(type) ? type.replace(/^[a-z]+/, (word) => `${word}s`) : type
}
