/**
 * Creates the minimal value that a schema accepts: the initial value of a resource, before the fields of the request are applied.
 * Prefers null, leaves out optional properties, and uses the example for strings with a format. Request fields inside an object
 * get their default or are left out.
 */
import type { SchemaObject } from '../model/json-schema.ts'
import type { Field, Fields } from '../model/get-fields.ts'
import type { Schemas } from '../model/schemas.ts'

const maxDepth = 8

/** @param fields origin of each property that requests may send */
export function createBlank(schema: SchemaObject, schemas: Schemas, depth = 0, fields: Fields = {}): unknown {
  const resolvedSchema = schemas.open(schema)
  if (depth > maxDepth) return null
  if (resolvedSchema.const !== undefined) return resolvedSchema.const
  const types = resolvedSchema.type === undefined ? [] : [resolvedSchema.type].flat()
  if (types.includes('null')) return null
  if (resolvedSchema.oneOf) {
    if (resolvedSchema.oneOf.some((branch) => schemas.open(branch).type === 'null')) return null
    return createBlank(resolvedSchema.oneOf[0] ?? {}, schemas, depth + 1, fields)
  }
  if (resolvedSchema.enum) return resolvedSchema.enum.includes('') ? '' : resolvedSchema.enum[0]
  if (types[0] === 'object' || resolvedSchema.properties || resolvedSchema.allOf) {
    const properties = schemas.propertiesOf(resolvedSchema)
    const names = schemas.requiredOf(resolvedSchema).filter((name) => Object.hasOwn(properties, name))
    return Object.fromEntries(
      names.flatMap((name) => {
        const field = Object.hasOwn(fields, name) ? fields[name] : undefined
        const value = createBlank(properties[name] ?? {}, schemas, depth + 1, field?.fields)
        const shortValue = depth === 0 ? value : getOmittedValue(value, field)
        return shortValue === undefined ? [] : [[name, shortValue] as const]
      }),
    )
  }
  switch (types[0]) {
    case 'string':
      return blankText(resolvedSchema, schema)
    case 'integer':
    case 'number':
      return Math.max(resolvedSchema.minimum ?? 0, 0)
    case 'boolean':
      return false
    case 'array':
      return Array.from({ length: resolvedSchema.minItems ?? 0 }, () => createBlank(resolvedSchema.items ?? {}, schemas, depth + 1))
    default:
      return null
  }
}

/** Value of a property that the request omitted inside an object it sent. */
function getOmittedValue(value: unknown, field: Field | undefined): unknown {
  if (field?.default !== undefined) return field.default
  return field?.origin === 'echo' && !field.echo.includes('chosen') && !isEmptyValue(value) ? undefined : value
}

function isEmptyValue(value: unknown): boolean {
  return value === null || typeof value === 'object' || value === '' || value === 0 || value === false
}

function blankText(resolvedSchema: SchemaObject, schema: SchemaObject): string {
  if (resolvedSchema.format === undefined && (resolvedSchema.minLength ?? 0) === 0 && resolvedSchema.pattern === undefined) return ''
  const [example] = [...(schema.examples ?? []), ...(resolvedSchema.examples ?? [])]
  if (typeof example === 'string') return example
  return resolvedSchema.format === 'uuid' ? '00000000-0000-0000-0000-000000000000' : '-'
}
